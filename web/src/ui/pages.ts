/** Three kinds of page: the start page, a table, the rules. */

export type Page =
  | { readonly kind: 'lobby' }
  | {
      readonly kind: 'table';
      readonly game: string;
      readonly seat: string;
      readonly watch: boolean;
    }
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
    };
  if (parts[0] === 'rules')
    return { kind: 'rules', system: parts[1] ?? 'premier', clause: query.get('clause') ?? '' };
  return { kind: 'lobby' };
}

export function rulesAt(clause: string, system = 'premier'): string {
  return `/rules/${system}?clause=${encodeURIComponent(clause)}`;
}
