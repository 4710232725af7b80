/** Which page is shown. */

import { type Page, pageAt } from './pages';

class Router {
  page = $state.raw<Page>(pageAt(location.pathname, location.search));

  constructor() {
    window.addEventListener('popstate', () => this.read());
    document.addEventListener('click', (event) => {
      const link = (event.target as Element | null)?.closest?.('a[href^="/"]');
      if (!link || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey)
        return;
      const href = link.getAttribute('href')!;
      if (link.hasAttribute('download') || link.getAttribute('target') || href.startsWith('/api/'))
        return;
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
