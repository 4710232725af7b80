/** The HTTP side of the server. Every refusal becomes a `Denied` with its words. */

import { prefs } from '../ui/prefs.svelte';
import type { Aims } from './documents';
import type { MapData } from './types';
import type {
  Clause,
  Fault,
  GameListed,
  GameMade,
  Library,
  Ruling,
  Scenario,
  Setting,
  Thought,
} from './wire';

type Refusal = Pick<Denied, 'code' | 'clause' | 'faults'> & { readonly reason: string };

export class Denied extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    reason: string,
    readonly clause = '',
    readonly faults: readonly Fault[] = [],
  ) {
    super(reason);
  }
}

export async function asked<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response;
  try {
    const headers = { ...init?.headers, 'accept-language': prefs.language };
    response = await fetch(path, { ...init, headers });
  } catch {
    throw new Denied(0, 'lost', 'the server cannot be reached');
  }
  if (!response.ok) throw await refusal(response);
  return (await response.json()) as T;
}

async function refusal(response: Response): Promise<Denied> {
  try {
    const { code, reason, clause, faults } = (await response.json()) as Partial<Refusal>;
    const words = reason ?? response.statusText;
    return new Denied(response.status, code ?? 'http', words, clause ?? '', faults ?? []);
  } catch {
    return new Denied(response.status, 'http', response.statusText);
  }
}

export function posted<T>(path: string, body: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  return asked(path, { method: 'POST', headers, body: JSON.stringify(body) });
}

export interface SeatWanted {
  readonly side: string;
  readonly who: string;
  readonly name?: string;
}

export const library = () => asked<Library>('/api/scenarios');
export const scenario = (system: string, id: string) =>
  asked<Setting>(`/api/scenarios/${system}/${id}`);
export const aimsOf = (system: string, id: string) =>
  asked<Aims>(`/api/scenarios/${system}/${id}/aims`);
/** Only where the map of a battle is. */
export const mapOf = async (system: string, id: string) =>
  (await asked<{ readonly map: string }>(`/api/scenarios/${system}/${id}?brief=true`)).map;
export const myGames = () => asked<readonly GameListed[]>('/api/games');
export const begin = (
  system: string,
  scenario: string,
  seats: readonly SeatWanted[],
  options: Readonly<Record<string, string>> = {},
  listed = false,
  days = 0,
) => posted<GameMade>('/api/games', { system, scenario, seats, options, listed, days });
export const claim = (game: string, token: string, name = '') =>
  posted<unknown>(`/api/games/${game}/seats`, { token, name });
export const upload = (file: Blob) =>
  asked<GameMade>('/api/games/upload', { method: 'POST', body: file });

/** A pack of one's own: a zip as it is, or YAML files by name. Its `id` is its hash. */
export async function sendPack(files: readonly File[]): Promise<Scenario> {
  const [first] = files;
  if (first && files.length === 1 && first.name.endsWith('.zip'))
    return asked('/api/documents', { method: 'POST', body: first });
  const texts = await Promise.all(files.map(async (file) => [file.name, await file.text()]));
  return posted('/api/documents', { files: Object.fromEntries(texts) });
}

/** A study: a new battle that goes on from a line of this one. */
export const fork = (game: string, at?: number, whose?: string) =>
  posted<GameMade>(`/api/games/${game}/fork`, { at, whose });

/** What the computer had in mind, line by line; refused before the end. */
export const thoughtsOf = (game: string, whose = '*') =>
  asked<readonly Thought[]>(`/api/games/${game}/reasons?whose=${encodeURIComponent(whose)}`);

export interface Me {
  readonly person: string;
  readonly name: string;
  readonly guest: boolean;
  readonly local: boolean;
  /** After so many days the seats of a guest end; an account keeps them. */
  readonly days: number;
}

export const me = () => asked<Me>('/api/me');
export const register = (name: string, password: string) =>
  posted<unknown>('/api/accounts', { name, password });
export const logIn = (name: string, password: string) =>
  posted<unknown>('/api/sessions', { name, password });
export const logOut = () => asked<unknown>('/api/sessions', { method: 'DELETE' });

const maps = new Map<string, Promise<MapData>>();

/** The ground; fetched once for each address. */
export function mapAt(address: string): Promise<MapData> {
  const held = maps.get(address) ?? asked<MapData>(address);
  maps.set(address, held);
  held.catch(() => maps.delete(address));
  return held;
}

export interface Chapters {
  readonly title: string;
  readonly rules: Readonly<Record<string, string>>;
}
export interface Found {
  readonly clauses: readonly Clause[];
  readonly rulings: readonly Ruling[];
  /** What was settled about clauses and rulings while the rules were put to work. */
  readonly readings: readonly { readonly about: readonly string[]; readonly reading: string }[];
}

export const chapters = (system: string) => asked<Chapters>(`/api/rules/${system}`);
/** The whole rule in which a clause stands, or what a ruling reads. */
export const clausesOf = (system: string, clause: string) =>
  asked<Found>(`/api/rules/${system}/${encodeURIComponent(clause)}?whole=true`);
export const searchRules = (system: string, words: string) =>
  asked<Found>(`/api/rules/${system}?q=${encodeURIComponent(words)}`);
