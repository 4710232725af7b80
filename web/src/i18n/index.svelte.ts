/** Words of the interface, by catalogue. Names of units and places are data, never translated. */

import { prefs } from '../ui/prefs.svelte';
import { en } from './en';
import { fr } from './fr';

export type Word = keyof typeof en;

const CATALOGUES: Readonly<Record<'en' | 'fr', Readonly<Record<Word, string>>>> = { en, fr };

export type Values = Readonly<Record<string, string | number>>;

export function filled(text: string, values: Values = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The word in the language chosen; `{name}` is filled in. */
export function t(word: Word, values?: Values): string {
  return filled(CATALOGUES[prefs.language][word], values);
}

/** A word whose name is made of data; what no catalogue knows is shown as it is. */
export function said(prefix: string, name: string, values?: Values): string {
  const key = `${prefix}.${name}`;
  return known(key) ? t(key, values) : plain(name);
}

/** Words of the rules on the table, by kind and name, as the server sends them with the setting. */
export type Brought = Readonly<Record<string, Readonly<Record<string, string>>>>;

let brought = $state.raw<Brought>({});

/** Takes the words of another table. */
export function bring(words: Brought = {}): void {
  brought = words;
}

/** A word of the rules, such as a formation or a kind of terrain; as it is where none was sent. */
export function word(kind: string, name: string): string {
  return brought[kind]?.[name] ?? plain(name);
}

/** A name or a value that somebody wrote, as it is said here; as it is where nothing else was sent. */
export function named(text: string, kind = 'name'): string {
  return brought[kind]?.[text] ?? text;
}

/** The word of a catalogue, if there is such a word. */
export function maybe(key: string, values?: Values): string | null {
  return known(key) ? t(key, values) : null;
}

export function known(key: string): key is Word {
  return key in en;
}

function plain(name: string): string {
  const words = name.replace(/[-_]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const plural = (language: string) => new Intl.PluralRules(language);

/** `one.units` or `many.units`, by number, which is written as `n`. */
export function counted(word: string, count: number, n: string | number = count): string {
  const form = plural(prefs.language).select(count) === 'one' ? 'one' : 'many';
  const key = `${form}.${word}`;
  return known(key) ? t(key, { n }) : `${n} ${word}`;
}

export function percent(chance: number): string {
  return `${new Intl.NumberFormat(prefs.language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(chance * 100)} %`;
}

export function dateWords(date: string): string {
  const [year, month, day] = date.split('-').map(Number);
  if (!year || !month || !day) return date;
  const words = new Intl.DateTimeFormat(prefs.language === 'fr' ? 'fr' : 'en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(Date.UTC(year, month - 1, day));
  return prefs.language === 'fr' ? words.replace(/^1 /, '1er ') : words;
}

/** When something is due, as a reader has it: his own day and hour. */
export function dueWords(due: number): string {
  return new Intl.DateTimeFormat(prefs.language === 'fr' ? 'fr' : 'en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(due);
}
