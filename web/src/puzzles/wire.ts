/** Puzzles over HTTP: a position, a question, and what becomes of an answer. */

import type { Card } from '../api/documents';
import { asked, posted } from '../api/http';
import type { MapData } from '../api/types';
import type { Asked, MovingView, Setting } from '../api/wire';

export interface PuzzleListed {
  readonly name: string;
  readonly system: string;
  readonly rules: string;
  readonly asked: string;
}

export interface PuzzleShown {
  readonly name: string;
  readonly system: string;
  readonly rules: string;
  readonly side: string;
  readonly sides: readonly string[];
  readonly setting: Setting;
  readonly map: MapData;
  readonly view: MovingView;
  readonly question: Asked;
}

interface Weighed {
  readonly id: string;
  readonly text: string;
  readonly odds: Card | null;
}

export interface Judged {
  readonly solved: boolean;
  readonly forbidden: boolean;
  readonly title: string;
  readonly why: string;
  readonly given: Weighed;
  readonly meant: Weighed | null;
}

export const puzzles = () => asked<readonly PuzzleListed[]>('/api/puzzles');
export const puzzle = (name: string) => asked<PuzzleShown>(`/api/puzzles/${name}`);
export const answerPuzzle = (name: string, answer: string) =>
  posted<Judged>(`/api/puzzles/${name}`, { answer });

const KEY = 'grognard.solved';

/** Puzzles that were solved in this browser. */
export function solvedHere(): readonly string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[];
  } catch {
    return [];
  }
}

export function keepSolved(name: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...solvedHere(), name])]));
  } catch {
    // A browser that keeps nothing: it is solved until the page is closed.
  }
}
