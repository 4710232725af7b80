/** A campaign as the server sends it (`grognard.campaign.standing`). Every sum in it is the server's. */

import { asked, posted } from '../api/http';
import type { GameMade, Invitation } from '../api/wire';

export type BattleState = 'fought' | 'running' | 'next' | 'later' | 'unfought';

export interface CampaignBattle {
  readonly id: string;
  readonly title: string;
  readonly system: string;
  readonly pack: string;
  readonly date: string;
  readonly hours: string;
  readonly about: string;
  readonly state: BattleState;
  readonly game: string;
  readonly level: string;
  readonly side: string;
  readonly verdict: string;
  readonly points: number;
  readonly sum: number;
  readonly lost: Readonly<Record<string, number>>;
}

export interface Band {
  readonly least: number;
  readonly most: number;
  readonly level: string;
  readonly name: string;
  readonly side: string;
}

export interface End {
  readonly side: string;
  readonly points: number;
  readonly text: string;
  readonly in_reach: boolean;
  readonly reached: boolean;
}

export interface Score {
  readonly total: number;
  readonly band: string;
  readonly side: string;
  readonly low: number;
  readonly high: number;
  readonly least: number;
  readonly most: number;
  readonly left: number;
  readonly is_over: boolean;
  /** The battle with which one can play on past a turning point, for no points. */
  readonly unfought: string;
  readonly bands: readonly Band[];
  readonly ends: readonly End[];
}

export interface WhatIf {
  readonly level: string;
  readonly side: string;
  readonly holds: string;
  readonly points: number | null;
  readonly sum: number;
  readonly band: string;
  readonly low: number;
  readonly high: number;
  readonly ends: string;
  readonly opens: readonly number[];
  readonly effects: readonly string[];
}

export interface Force {
  readonly side: string;
  readonly commanders: string;
  readonly units: number;
  readonly strength: number;
  readonly arms: Readonly<Record<string, number>>;
}

export interface Strength {
  readonly side: string;
  readonly date: string;
  readonly strength: number;
  readonly cause: 'first' | 'battle' | 'return' | 'away';
  readonly stage: string;
}

export interface Formation {
  readonly side: string;
  readonly name: string;
  readonly march: string;
  readonly began: number;
  readonly lost: number;
  readonly back: number;
  readonly now: number;
  readonly is_away: boolean;
}

export interface Carried {
  readonly kind: 'join' | 'guns' | 'leaders' | 'losses' | 'away';
  readonly side: string;
  readonly about: string;
  readonly names: readonly string[];
  readonly count: number;
  readonly battle: string;
}

export interface Returning {
  readonly id: string;
  readonly name: string;
  readonly arm: string;
  readonly strength: number;
  readonly left: number;
  readonly most: number;
  readonly least: number;
  readonly fate: string;
  readonly usual: number;
  readonly nation: string;
  readonly morale: number;
}

export interface Duty {
  readonly stage: string;
  readonly side: string;
  readonly body: string;
  readonly name: string;
  readonly lost: number;
  readonly for_good: number;
  readonly one_for: number;
  readonly count: number;
  readonly units: readonly Returning[];
  readonly whole: readonly Returning[];
  readonly leaders: readonly {
    readonly id: string;
    readonly name: string;
    readonly fate: string;
    readonly gone: boolean;
  }[];
}

export interface Campaign {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** The sides in their order: positive points are the first's. */
  readonly order: readonly string[];
  readonly sides: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, string>>;
  readonly battles: readonly CampaignBattle[];
  readonly score: Score;
  readonly whatif: readonly WhatIf[];
  readonly forces: readonly Force[];
  readonly roll: readonly Strength[];
  readonly formations: readonly Formation[];
  readonly carried: readonly Carried[];
  readonly duties: readonly Duty[];
  readonly joined: readonly string[];
  /** The day that can be fought as one battle from here, or is. */
  readonly day: string;
  readonly origin: string;
  readonly mine: readonly string[];
  readonly game: string;
  readonly lost: string;
  readonly records: readonly string[];
  readonly seats: readonly {
    readonly side: string;
    readonly kind: string;
    readonly name: string;
    readonly taken: boolean;
    readonly owes: boolean;
  }[];
}

export type Point = readonly [number, number];

export interface Place {
  readonly name: string;
  readonly kind: 'capital' | 'fortress' | 'town' | 'village';
  readonly at: Point;
}

export interface MarchDay {
  readonly date: string;
  readonly place: string;
  readonly mark: 'h' | 'g' | 'x' | 'f';
}

export interface March {
  readonly id: string;
  readonly side: string;
  readonly short: string;
  readonly name: string;
  readonly arm: 'foot' | 'horse' | 'hq';
  readonly days: readonly MarchDay[];
}

interface Ring {
  readonly name?: string;
  readonly ring: readonly Point[];
}

/** The country of a campaign, in kilometres east and north. */
export interface Country {
  readonly title: string;
  readonly days: readonly [string, string];
  readonly extent: {
    readonly west: number;
    readonly east: number;
    readonly north: number;
    readonly south: number;
  };
  readonly places: Readonly<Record<string, Place>>;
  readonly rivers?: readonly {
    readonly name: string;
    readonly kind: 'large' | 'river' | 'stream';
    readonly line: readonly Point[];
  }[];
  readonly lakes?: readonly Ring[];
  readonly marshes?: readonly Ring[];
  readonly woods?: readonly Ring[];
  readonly hills?: readonly {
    readonly name: string;
    readonly tops: readonly (readonly [number, number, number, number])[];
  }[];
  readonly roads?: readonly {
    readonly kind: 'high' | 'road';
    readonly by: readonly (string | Point)[];
  }[];
  readonly fields?: Readonly<
    Record<string, { readonly place: string; readonly medallion?: Point }>
  >;
  readonly marches?: readonly March[];
  readonly instead?: readonly {
    readonly march: string;
    readonly join: string;
    readonly days: readonly MarchDay[];
  }[];
}

export interface CampaignListed {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly sides: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, readonly string[]>>;
  readonly battles: readonly Pick<CampaignBattle, 'id' | 'title' | 'date' | 'pack' | 'system'>[];
}

export interface CampaignRow {
  readonly id: string;
  readonly title: string;
  readonly fought: number;
  readonly battles: number;
  readonly total: number;
  readonly band: string;
  readonly next: string;
  readonly game: string;
  readonly mine: readonly string[];
}

export interface CampaignMade {
  readonly id: string;
  readonly title: string;
  readonly mine: readonly string[];
  readonly invitations: readonly Invitation[];
}

export interface CampaignWanted {
  readonly campaign?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly options?: Readonly<Record<string, string>>;
  readonly seats: readonly { readonly side: string; readonly who: string }[];
}

const at = (id: string) => `/api/campaigns/${id}`;

export const campaigns = () =>
  asked<{ readonly campaigns: readonly CampaignListed[]; readonly mine: readonly CampaignRow[] }>(
    '/api/campaigns',
  );
export const campaignAt = (id: string) => asked<Campaign>(at(id));
export const countryOf = (id: string) =>
  asked<Country | Record<string, never>>(`${at(id)}/theatre`);
export const beginCampaign = (wanted: CampaignWanted) =>
  posted<CampaignMade>('/api/campaigns', wanted);
/** What a pack of one's own is; refused with every fault of it. */
export const checkCampaign = (files: Readonly<Record<string, string>>) =>
  posted<CampaignListed>('/api/campaigns/check', { files });
export const uploadCampaign = (file: Blob) =>
  asked<CampaignMade>('/api/campaigns/upload', { method: 'POST', body: file });
export const nextBattle = (
  id: string,
  stage: string,
  how: { readonly whole?: boolean; readonly play_on?: boolean } = {},
) => posted<GameMade>(`${at(id)}/next`, { stage, ...how });
export const spreadReturns = (id: string, body: string, given: Readonly<Record<string, number>>) =>
  posted<Campaign>(`${at(id)}/spread`, { body, given });
export const forkCampaign = (id: string, before: string) =>
  posted<CampaignMade>(`${at(id)}/fork`, { before });
export const claimSide = (id: string, token: string) =>
  posted<CampaignMade>(`${at(id)}/seats`, { token });
