/** What the number of a clause or of a ruling looks like, in any system: P33.4, PR-84, N12.2A.1, NT.6, R-7.3b. */

const NUMBER = '[A-Z]+\\d*(?:\\.\\d+[A-Z]?)+|[A-Z]+\\d+[A-Z]?|[A-Z]+-[\\dA-Z.]+[a-z]?';

const WHOLE = new RegExp(`^(?:${NUMBER})$`);
const LAST = new RegExp(`\\s*\\((?:${NUMBER})(?:, (?:${NUMBER}))*\\)\\s*$`);
const FIRST_OF_LAST = new RegExp(`\\((${NUMBER})[^)]*\\)\\s*$`);

export function isClause(text: string): boolean {
  return WHOLE.test(text);
}

/** A sentence without the clauses that stand in brackets at its end. */
export function withoutClauses(sentence: string): string {
  return sentence.replace(LAST, '');
}

/** The first of the clauses that stand in brackets at the end. */
export function clauseAtEnd(sentence: string): string {
  return FIRST_OF_LAST.exec(sentence)?.[1] ?? '';
}
