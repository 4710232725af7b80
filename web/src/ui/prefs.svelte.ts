/** What this browser prefers. Kept here only; no battle depends on it. */

export type Theme = 'auto' | 'light' | 'dark' | 'contrast';

const KEY = 'grognard.preferences';

interface Kept {
  theme: Theme;
  language: 'en' | 'fr' | '';
  motion: 'auto' | 'still';
  tilt: boolean;
  enlarged: number;
  letters: boolean;
  guide: boolean;
  /** Somebody who needs no first lesson. */
  experienced: boolean;
  /** How fast the other side's part is told: 1, 2 or 4 times. */
  pace: number;
  sound: boolean;
  volume: number;
  /** What one is called at a table. */
  name: string;
  /** Letters that people chose for actions. */
  keys: Readonly<Record<string, string>>;
}

const DEFAULTS: Kept = {
  theme: 'auto',
  language: '',
  motion: 'auto',
  tilt: true,
  enlarged: 1,
  letters: true,
  guide: true,
  experienced: false,
  pace: 2,
  sound: false,
  volume: 0.6,
  name: '',
  keys: {},
};

function read(): Kept {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) };
  } catch {
    return { ...DEFAULTS };
  }
}

class Preferences {
  kept = $state<Kept>(read());
  private systemDark = $state(false);
  private systemStill = $state(false);
  private systemContrast = $state(false);
  phone = $state(false);
  narrow = $state(false);

  constructor() {
    this.watch('(prefers-color-scheme: dark)', (on) => (this.systemDark = on));
    this.watch('(prefers-reduced-motion: reduce)', (on) => (this.systemStill = on));
    this.watch('(prefers-contrast: more)', (on) => (this.systemContrast = on));
    this.watch('(max-width: 799px)', (on) => (this.phone = on));
    this.watch('(max-width: 1199px)', (on) => (this.narrow = on));
  }

  private watch(query: string, tell: (on: boolean) => void): void {
    if (typeof window === 'undefined') return;
    const list = window.matchMedia(query);
    tell(list.matches);
    list.addEventListener('change', (event) => tell(event.matches));
  }

  get dark(): boolean {
    return this.kept.theme === 'dark' || (this.kept.theme === 'auto' && this.systemDark);
  }
  get contrast(): boolean {
    return this.kept.theme === 'contrast' || (this.kept.theme === 'auto' && this.systemContrast);
  }
  get still(): boolean {
    return this.kept.motion === 'still' || this.systemStill;
  }
  get language(): 'en' | 'fr' {
    const system = typeof navigator === 'undefined' ? 'en' : (navigator.language ?? 'en');
    return this.kept.language || (system.startsWith('fr') ? 'fr' : 'en');
  }

  change(change: Partial<Kept>): void {
    Object.assign(this.kept, change);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      // A browser that keeps nothing: the choice holds until the page is closed.
    }
  }
}

export const prefs = new Preferences();
