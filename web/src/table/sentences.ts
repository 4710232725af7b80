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

/** The word by which a sentence names a unit: its number, or the first of its name. */
export function heardAs({ id, name }: { readonly id: string; readonly name: string }): string {
  return /\d/.test(id) ? id : (/^[\p{L}\d]+/u.exec(name)?.[0] ?? id);
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
    // A unit may be called by a common word: then only its printed name tells it.
    const meant = unit && (word === unit.id || rest.startsWith(unit.printed));
    if (unit && meant && !/[\p{L}\d/]/u.test(before)) {
      const isName = word !== unit.id;
      push('unit', isName ? unit.printed : unit.short, unit.id);
      rest = rest.slice(isName ? unit.printed.length : word.length);
      if (!isName && rest.startsWith(` ${unit.printed}`))
        rest = rest.slice(unit.printed.length + 1);
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
