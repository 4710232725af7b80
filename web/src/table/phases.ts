/** The parts of a turn, as steps of a ladder, as far as the system names them. */

import type { MovingView, Setting } from '../api/wire';

/** Where phases are made of segments, the segments of the present one are shown after it. */
export function ladderOf(setting: Setting | undefined, view: MovingView | null): readonly string[] {
  const segment = view?.segment ?? '';
  const phase = view?.phase ?? '';
  const segments = setting?.segments ?? [];
  if (phase && segment) return [phase, ...segments];
  if (phase) return setting?.phases?.includes(phase) ? setting.phases : [phase];
  if (segments.length) return segments;
  return segment ? [segment] : [];
}

/** The step that is gone through now. */
export function stepOf(view: MovingView | null): string {
  return view?.segment || view?.phase || '';
}
