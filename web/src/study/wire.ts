/** Studies over HTTP: variations, notes and drawings over a battle (docs/reference/wire.md). */

import type { Card } from '../api/documents';
import { asked, posted } from '../api/http';
import type { Line, Setting, Steps } from '../api/wire';
import type { Drawn } from '../map/overlays/overlays';

export const GLYPHS = ['!', '!!', '?', '??', '!?', '?!'] as const;
export type Glyph = '' | (typeof GLYPHS)[number];
export const COLOURS: readonly Drawn['colour'][] = ['red', 'blue', 'green', 'brown'];

export interface Mark {
  readonly branch: number;
  readonly line: number;
  readonly glyph: Glyph;
  readonly note: string;
  readonly drawn: readonly Drawn[];
}

/** A branch leaves another, `of`, after a line of it; number 0 is the main line. */
export interface Branch {
  readonly branch: number;
  readonly of: number;
  readonly at: number;
  readonly name: string;
  readonly lines: number;
  /** The battle, told to the owner. */
  readonly game: string;
}

export interface StudyShown {
  readonly id: string;
  readonly title: string;
  readonly by: string;
  readonly mine: boolean;
  readonly revision: number;
  readonly battle: string;
  readonly system: string;
  readonly sides: readonly string[];
  readonly map: string;
  readonly setting: Setting;
  readonly branches: readonly Branch[];
  readonly marks: readonly Mark[];
}

export interface StudyListed {
  readonly id: string;
  readonly title: string;
  readonly touched: number;
  readonly branches: number;
  readonly marks: number;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const at = (study: string, rest = '') => `/api/studies/${study}${rest}`;
const query = (values: Readonly<Record<string, string | number>>) =>
  new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]));

export const studies = () => asked<readonly StudyListed[]>('/api/studies');
export const study = (id: string) => asked<StudyShown>(at(id));
export const beginStudy = (game: string) =>
  posted<{ readonly id: string; readonly branch: number }>('/api/studies', { game });
export const saveStudy = ({ id, revision, title, branches }: StudyShown, marks: readonly Mark[]) =>
  asked<{ readonly revision: number }>(at(id), {
    method: 'PUT',
    headers: JSON_TYPE,
    body: JSON.stringify({
      revision,
      title,
      branches: branches.map(({ branch, name }) => ({ branch, name })),
      marks,
    }),
  });
export const forgetStudy = (id: string) => fetch(at(id), { method: 'DELETE' });
export const branchOff = (id: string, of: number, line: number, name: string) =>
  posted<{ readonly branch: number; readonly game: string; readonly revision: number }>(
    at(id, '/branches'),
    { of, at: line, name },
  );
export const stepsOf = (id: string, branch: number, after: number, most: number, side: string) =>
  asked<Steps>(at(id, `/steps?${query({ branch, after, most, side })}`));
export const logOf = (id: string, branch: number, after: number) =>
  asked<{ readonly n: number; readonly lines: readonly Line[] }>(
    at(id, `/log?${query({ branch, after, most: 500 })}`),
  );

/** The order that a line comes from, and what it could hope for. */
export interface Weighed {
  readonly side: string;
  readonly text: string;
  readonly odds: Card | null;
}
export const chancesOf = (id: string, branch: number, line: number) =>
  asked<Weighed | null>(at(id, `/chances?${query({ branch, line })}`));

/** The address of a study at a line of a branch. */
export const addressOf = (id: string, branch: number, line: number) =>
  `/study/${id}#${branch ? `${branch}.` : ''}${line}`;

/** Branch and line as an address names them. */
export function placeIn(hash: string): { readonly branch: number; readonly line: number } {
  const found = /^#?(?:(\d{1,6})\.)?(\d{1,9})$/.exec(hash);
  return { branch: Number(found?.[1] ?? 0), line: Number(found?.[2] ?? 0) };
}
