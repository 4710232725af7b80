/** Short words at the edge of the page: what was refused, what was lost, what came back. */

export interface Toast {
  readonly id: number;
  readonly tone: 'plain' | 'warn' | 'bad';
  readonly text: string;
  readonly clause?: string;
  readonly action?: { readonly words: string; readonly act: () => void };
  /** Of several that are about the same only the last is shown. */
  readonly about?: string;
  /** Stays until it is taken away. */
  readonly stays?: boolean;
}

const SHOWN = 7000;

export class Toasts {
  list = $state.raw<readonly Toast[]>([]);
  private last = 0;

  add(toast: Omit<Toast, 'id'>): number {
    const id = ++this.last;
    const about = toast.about ?? toast.text;
    const others = this.list.filter((other) => (other.about ?? other.text) !== about);
    this.list = [...others.slice(-3), { ...toast, id }];
    if (!toast.stays) window.setTimeout(() => this.remove(id), SHOWN);
    return id;
  }

  remove(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }
}
