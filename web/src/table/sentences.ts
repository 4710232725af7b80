/** Sentences of the journal, cut into parts: names in bold, hexes and clauses as links. */

import { clauseAtEnd, withoutClauses } from '../ui/clauses';

export interface Part {
  readonly kind: 'text' | 'unit' | 'hex';
  readonly text: string;
  readonly id?: string;
}

export interface UnitNames {
  readonly id: string;
  readonly printed: string;
  readonly short: string;
}

/** "F05 I/9th Westphalian goes to 3319" -> its name in bold, the hex as a link. */
export function partsOf(sentence: string, units: ReadonlyMap<string, UnitNames>): Part[] {
  const parts: Part[] = [];
  let rest = withoutClauses(sentence);
  const push = (kind: Part['kind'], text: string, id?: string) => {
    const last = parts[parts.length - 1];
    if (kind === 'text' && last?.kind === 'text')
      parts[parts.length - 1] = { kind, text: last.text + text };
    else parts.push(id === undefined ? { kind, text } : { kind, text, id });
  };
  while (rest) {
    const word = /^[\p{L}\d]+/u.exec(rest)?.[0];
    if (!word) {
      push('text', rest[0]!);
      rest = rest.slice(1);
      continue;
    }
    const unit = units.get(word);
    const before = parts[parts.length - 1]?.text.slice(-1) ?? ' ';
    if (unit && !/[\p{L}\d/]/u.test(before)) {
      push('unit', unit.short, word);
      rest = rest.slice(word.length);
      if (rest.startsWith(` ${unit.printed}`)) rest = rest.slice(unit.printed.length + 1);
    } else if (/^\d{4}$/.test(word) && !/[\p{L}\d/]/u.test(before)) {
      push('hex', word, word);
      rest = rest.slice(word.length);
    } else {
      push('text', word);
      rest = rest.slice(word.length);
    }
  }
  return parts;
}

/** The account of an event: its indented lines, with the clause at their end. */
export function accountLine(line: string): { text: string; clause: string } {
  return { text: withoutClauses(line.trim()), clause: clauseAtEnd(line) };
}
