/** Short words at the edge of the page: what was refused, what was lost, what came back. */

export interface Toast {
  readonly id: number;
  readonly tone: 'plain' | 'warn' | 'bad';
  readonly text: string;
  readonly clause?: string;
  readonly action?: { readonly words: string; readonly act: () => void };
  /** Stays until it is taken away. */
  readonly stays?: boolean;
}

const SHOWN = 7000;

export class Toasts {
  list = $state.raw<readonly Toast[]>([]);
  private last = 0;

  add(toast: Omit<Toast, 'id'>): number {
    const id = ++this.last;
    const others = this.list.filter(({ text }) => text !== toast.text);
    this.list = [...others.slice(-3), { ...toast, id }];
    if (!toast.stays) window.setTimeout(() => this.remove(id), SHOWN);
    return id;
  }

  remove(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }
}
