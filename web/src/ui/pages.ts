/** The kinds of page: the start page, a table, a campaign, the rules. */

export type Page =
  | { readonly kind: 'lobby' }
  | {
      readonly kind: 'table';
      readonly game: string;
      readonly seat: string;
      readonly watch: boolean;
      /** In words, without the map. */
      readonly text: boolean;
    }
  | { readonly kind: 'campaign'; readonly id: string; readonly seat: string }
  /** All puzzles, or the one that is named. */
  | { readonly kind: 'puzzles'; readonly name: string }
  | { readonly kind: 'study'; readonly id: string }
  | { readonly kind: 'report'; readonly game: string }
  | { readonly kind: 'rules'; readonly system: string; readonly clause: string };

export function pageAt(path: string, search = ''): Page {
  const parts = path.split('/').filter(Boolean);
  const query = new URLSearchParams(search);
  if (parts[0] === 'table' && parts[1])
    return {
      kind: 'table',
      game: parts[1],
      seat: query.get('seat') ?? '',
      watch: query.has('watch'),
      text: query.has('text'),
    };
  if (parts[0] === 'campaign' && parts[1])
    return { kind: 'campaign', id: parts[1], seat: query.get('seat') ?? '' };
  if (parts[0] === 'study' && parts[1]) return { kind: 'study', id: parts[1] };
  if (parts[0] === 'report' && parts[1]) return { kind: 'report', game: parts[1] };
  if (parts[0] === 'puzzles') return { kind: 'puzzles', name: parts[1] ?? '' };
  if (parts[0] === 'rules')
    return {
      kind: 'rules',
      system: parts[1] ?? '',
      clause: decodeURIComponent(parts[2] ?? query.get('clause') ?? ''),
    };
  return { kind: 'lobby' };
}

export function rulesAt(clause: string, system: string): string {
  return `/rules/${system}/${encodeURIComponent(clause)}`;
}
