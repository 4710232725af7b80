/** Three kinds of page: the start page, a table, the rules. */

export type Page =
  | { readonly kind: 'lobby' }
  | { readonly kind: 'table'; readonly game: string; readonly seat: string; readonly watch: boolean }
  | { readonly kind: 'rules'; readonly system: string; readonly clause: string };

export function pageAt(path: string, search = ''): Page {
  const parts = path.split('/').filter(Boolean);
  const query = new URLSearchParams(search);
  if (parts[0] === 'table' && parts[1])
    return { kind: 'table', game: parts[1], seat: query.get('seat') ?? '', watch: query.has('watch') };
  if (parts[0] === 'rules')
    return { kind: 'rules', system: parts[1] ?? 'premier', clause: decodeURIComponent(parts[2] ?? '') };
  return { kind: 'lobby' };
}

class Router {
  page = $state.raw<Page>(pageAt(location.pathname, location.search));

  constructor() {
    window.addEventListener('popstate', () => this.read());
    document.addEventListener('click', (event) => {
      const link = (event.target as Element | null)?.closest?.('a[href^="/"]');
      if (!link || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const href = link.getAttribute('href')!;
      if (link.hasAttribute('download') || link.getAttribute('target') || href.startsWith('/api/')) return;
      event.preventDefault();
      this.go(href);
    });
  }

  private read(): void {
    this.page = pageAt(location.pathname, location.search);
  }

  go(address: string): void {
    history.pushState(null, '', address);
    this.read();
    window.scrollTo(0, 0);
  }

  replace(address: string): void {
    history.replaceState(null, '', address);
    this.read();
  }
}

export const router = new Router();
