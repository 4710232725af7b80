/** What the number of a clause or of a ruling looks like, in any system: P33.4, PR-84, N7.12. */

const NUMBER = '[A-Z]+\\d+(?:\\.\\d+)*|[A-Z]+-\\d+';

const WHOLE = new RegExp(`^(?:${NUMBER})$`);
const LAST = new RegExp(`\\s*\\((?:${NUMBER})(?:, (?:${NUMBER}))*\\)\\s*$`);
const FIRST_OF_LAST = new RegExp(`\\((${NUMBER})[^)]*\\)\\s*$`);

export function isClause(text: string): boolean {
  return WHOLE.test(text);
}

export function isRuling(text: string): boolean {
  return /^[A-Z]+-\d+$/.test(text);
}

/** The chapter that a clause belongs to; a bare number is a chapter. */
export function chapterOf(clause: string): string {
  return isRuling(clause) ? '' : (/^[A-Z]*(\d+)/.exec(clause)?.[1] ?? '');
}

/** A sentence without the clauses that stand in brackets at its end. */
export function withoutClauses(sentence: string): string {
  return sentence.replace(LAST, '');
}

/** The first of the clauses that stand in brackets at the end. */
export function clauseAtEnd(sentence: string): string {
  return FIRST_OF_LAST.exec(sentence)?.[1] ?? '';
}
