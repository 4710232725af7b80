/** What the number of a clause or of a ruling looks like, in any system: P33.4, PR-84, N12.2A.1, NT.6, R-7.3b. */

const NUMBER = '[A-Z]+\\d*(?:\\.\\d+[A-Z]?)+|[A-Z]+\\d+[A-Z]?|[A-Z]+-[\\dA-Z.]+[a-z]?';

const WHOLE = new RegExp(`^(?:${NUMBER})$`);

export function isClause(text: string): boolean {
  return WHOLE.test(text);
}
