/** What people do with each other, over HTTP: docs/reference/wire.md in types. */

import { asked, Denied, posted } from '../api/http';
import type { GameMade, Invitation } from '../api/wire';

export interface OpenBattle {
  readonly id: string;
  readonly title: string;
  readonly system: string;
  readonly scenario: string;
  readonly created: number;
  readonly by: string;
  readonly free: readonly string[];
}

export interface Outside {
  readonly hosted: boolean;
  readonly listed: boolean;
  readonly watchers: boolean;
  /** The days of a move, and when the next must be made; 0 where no time runs. */
  readonly days: number;
  readonly due: number;
}

export interface Reachable {
  readonly addresses: readonly string[];
  /** Why nobody can reach us. */
  readonly reason: string;
}

const put = <T>(path: string, body: unknown = {}) =>
  asked<T>(path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

export const openBattles = () => asked<readonly OpenBattle[]>('/api/open');
export const outside = (game: string) => asked<Outside>(`/api/games/${game}`);
export const join = (game: string, side: string, name: string) =>
  posted<unknown>(`/api/games/${game}/join`, { side, name });
export const setListed = (game: string, listed: boolean) =>
  put<unknown>(`/api/games/${game}/listed`, { listed });
export const letWatch = (game: string, watchers: boolean) =>
  put<unknown>(`/api/games/${game}/watchers`, { watchers });
/** A new link; the one before it opens nothing any more. */
export const invite = (game: string, side: string, place: number) =>
  put<Invitation>(`/api/games/${game}/invitations/${side}/${place}`);
export const revoke = async (game: string, side: string, place: number): Promise<void> => {
  await fetch(`/api/games/${game}/invitations/${side}/${place}`, { method: 'DELETE' });
};
/** The other side has let its days pass. */
export const claimOverdue = (game: string) => posted<unknown>(`/api/games/${game}/claim`, {});
export const rematch = (game: string) =>
  posted<{ readonly id: string }>(`/api/games/${game}/rematch`, {});

// --- battles by file

export interface TurnFile {
  readonly name: string;
  readonly file: Blob;
}

async function fileAt(path: string, method: 'GET' | 'POST'): Promise<TurnFile> {
  const response = await fetch(path, { method });
  if (!response.ok) {
    const { code = 'http', reason = response.statusText } = await response.json();
    throw new Denied(response.status, code, reason);
  }
  const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '');
  return { name: named?.[1] ?? 'battle.turn', file: await response.blob() };
}

/** One's part is done: the file for the other side. */
export const handOver = (game: string) => fileAt(`/api/games/${game}/turn`, 'POST');
/** The file that was handed over last. */
export const turnFile = (game: string) => fileAt(`/api/games/${game}/turn`, 'GET');
/** A turn that came as a file; with a battle it must be of that one. */
export const openTurn = (file: Blob, game = '', name = '') =>
  asked<GameMade>(`/api/turns?${new URLSearchParams({ game, name })}`, {
    method: 'POST',
    body: file,
  });
export const goAway = (game: string, side: string) =>
  posted<{ readonly done: boolean }>(`/api/games/${game}/away`, { side });
export const comeOnline = (game: string) => posted<GameMade>(`/api/games/${game}/online`, {});

export const address = () => asked<Reachable>('/api/address');
