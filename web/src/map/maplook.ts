/** How a map looks beyond what its hexes say: names, landmarks, known buildings. Data, not code. */

import type { Hex, MapData } from '../api/types';
import hagelberg from '../looks/maps/hagelberg.json';
import village from '../looks/maps/village.json';
import { Ground } from './ground';
import { HALF_HEIGHT, R3 } from './hexes';
import { centre } from './places';

export type LabelKind = 'town' | 'hamlet' | 'small' | 'wood' | 'hill' | 'way';

export interface Label {
  readonly text: string;
  readonly kind: LabelKind;
  /** Fractions of columns and rows: 26.9 lies just west of the centre of column 27. */
  readonly column: number;
  readonly row: number;
  /** Degrees, clockwise. */
  readonly angle?: number;
  /** In hex sides; woods and hills only. */
  readonly size?: number;
  /** Letter spacing in hex sides. */
  readonly spacing?: number;
}

export interface BuildingLook {
  readonly hex: Hex;
  readonly kind: 'house' | 'barn' | 'church' | 'manor';
  readonly dx: number;
  readonly dy: number;
  readonly angle: number;
  readonly width: number;
  readonly depth: number;
}

export interface MapLook {
  readonly subtitle: string;
  readonly labels: readonly Label[];
  /** Name of a place to the sign drawn there. */
  readonly landmarks: Readonly<Record<string, string>>;
  readonly buildings: readonly BuildingLook[];
}

const KNOWN: Readonly<Record<string, MapLook>> = {
  hagelberg: hagelberg as MapLook,
  village: village as MapLook,
};

/** The look of a map; maps without one get plain names from their places. */
export function mapLook(data: MapData): MapLook {
  return KNOWN[data.id] ?? plainLook(data);
}

export function labelX(label: Label): number {
  return 1.5 * (label.column - 1) + 1;
}

export function labelY(label: Label): number {
  return R3 * (label.row - 1) + R3 * 0.75;
}

const LANDMARKS = ['windmill', 'summit'];
const HEIGHTS = /height|hill|knoll|ridge|berg|mont/i;

/** Names beside the places themselves; the kind follows from the ground. */
export function plainLook(data: MapData): MapLook {
  const labels: Label[] = [];
  const landmarks: Record<string, string> = {};
  for (const [name, hexes] of Object.entries(data.places)) {
    if (!hexes.length || name.toLowerCase() === 'gardens') continue;
    const sign = LANDMARKS.find((word) => name.toLowerCase().includes(word));
    if (sign) landmarks[name] = sign;
    labels.push(plainLabel(data, name, hexes, sign !== undefined));
  }
  return { subtitle: '', labels, landmarks, buildings: [] };
}

function plainLabel(data: MapData, text: string, hexes: readonly Hex[], sign: boolean): Label {
  const at = hexes.map(centre);
  const x = at.reduce((sum, p) => sum + p.x, 0) / at.length;
  const top = Math.min(...at.map((p) => p.y));
  const terrain = new Ground(data).terrain(hexes[0]!);
  const kinds: Record<string, LabelKind> = {
    village: 'town',
    town: 'town',
    hamlet: 'hamlet',
    chateau: 'hamlet',
    woods: 'wood',
  };
  const open = HEIGHTS.test(text) ? 'hill' : 'small';
  const kind: LabelKind = sign ? 'small' : (kinds[terrain] ?? open);
  const y =
    kind === 'wood' || kind === 'hill' || (kind === 'small' && !sign)
      ? middle(at)
      : top - HALF_HEIGHT - 0.35;
  return { text, kind, column: (x - 1) / 1.5 + 1, row: (y - R3 * 0.75) / R3 + 1, size: 0.8 };
}

function middle(points: readonly { y: number }[]): number {
  return points.reduce((sum, p) => sum + p.y, 0) / points.length;
}
