/** The tree of a study: the lines that matter, each variation below the line it leaves. */

import type { Part } from '../api/documents';
import type { Line } from '../api/wire';
import { counting, shows, weightOf } from '../table/history';
import { tellingsOf, wordsOf } from '../table/telling';
import type { Branch, Mark } from './wire';

/** A line worth a row; the headings of turns stand between. */
export interface Move {
  readonly kind: 'move' | 'turn';
  readonly line: number;
  readonly words: string;
  readonly mark: Mark | null;
}

/** Lines between two moves that are folded away. */
export interface Fold {
  readonly kind: 'fold';
  readonly line: number;
  readonly count: number;
}

export type Row = Move | Fold;

const isHead = (tone: string | undefined) => tone === 'turn' || tone === 'segment';
/** So much must hang on a line for it to be shown without being asked for. */
const WEIGHTY = 3;
/** A battle as short as this is shown whole. */
const SHORT = 40;

/** Headings of the text table have dashes around them. */
const plain = (parts: readonly Part[]) => wordsOf(parts).replace(/^-+ | -+$/g, '');

/** The rows of a branch after the line it leaves the other one; `opened` are folds that were opened. */
export function rowsOf(
  branch: Branch,
  lines: readonly Line[],
  marks: readonly Mark[],
  branches: readonly Branch[],
  now: number,
  opened: ReadonlySet<number>,
): Row[] {
  const told = counting(lines).filter(
    (line) => shows(line) && (branch.branch === 0 || line.number > branch.at),
  );
  const marked = new Map(
    marks.filter((mark) => mark.branch === branch.branch).map((mark) => [mark.line, mark]),
  );
  const wanted = new Set([
    now,
    ...marked.keys(),
    ...leaving(branches, branch.branch).map(({ at }) => at),
  ]);
  const rows: Row[] = [];
  let quiet: Move[] = [];
  const flush = () => {
    const [first] = quiet;
    if (first && opened.has(first.line)) rows.push(...quiet);
    else if (first) rows.push({ kind: 'fold', line: first.line, count: quiet.length });
    quiet = [];
  };
  for (const line of told) {
    const n = line.number;
    const tellings = tellingsOf([line]);
    const turn = tellings.find(({ tone }) => tone === 'turn');
    if (turn) {
      flush();
      rows.push({ kind: 'turn', line: n, words: plain(turn.parts), mark: null });
    }
    const things = tellings.filter(({ tone }) => !isHead(tone));
    if (!things.length && !wanted.has(n)) continue;
    const [heaviest] = [...things].sort((a, b) => weightOf(b) - weightOf(a));
    const words = plain((heaviest ?? tellings.at(-1))?.parts ?? []);
    const move: Move = { kind: 'move', line: n, words, mark: marked.get(n) ?? null };
    if (told.length <= SHORT || wanted.has(n) || (heaviest && weightOf(heaviest) >= WEIGHTY)) {
      flush();
      rows.push(move);
    } else quiet.push(move);
  }
  flush();
  return rows;
}

/** The branches that leave one of them, the earliest first. */
export function leaving(branches: readonly Branch[], of: number): Branch[] {
  return branches
    .filter((each) => each.branch !== 0 && each.of === of)
    .sort((a, b) => a.at - b.at || a.branch - b.branch);
}
