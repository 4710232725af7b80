/** The drawing by itself, from fixtures: ?scene=overview, close, ladder, orders, reach, plates, grand. */

import '../src/tokens.css';
import duelMap from '../fixtures/duel-map.json';
import duelSetting from '../fixtures/duel-setting.json';
import duelView from '../fixtures/duel-view.json';
import close from '../fixtures/hagelberg-close.json';
import hagelberg from '../fixtures/hagelberg-map.json';
import setting from '../fixtures/hagelberg-setting.json';
import opening from '../fixtures/hagelberg-view.json';
import villageMap from '../fixtures/village-map.json';
import villageSetting from '../fixtures/village-setting.json';
import villageView from '../fixtures/village-view.json';
import type { MapData, SettingInfo } from '../src/api/types';
import type { MovingView } from '../src/api/wire';
import { mapFonts } from '../src/fonts';
import { CARTOUCHE_HEIGHT, drawCartouche } from '../src/map/cartouche';
import { countersOf, leadersOf } from '../src/map/counters/model';
import { MapView } from '../src/map/MapView';
import { grandMap, grandPieces } from './grand';
import { ordersOverlays, reachOverlays } from './situations';
import { drawSpecimen } from './specimen';

const map = hagelberg as unknown as MapData;
const info = setting as unknown as SettingInfo;
const stage = document.getElementById('stage') as HTMLElement;
const views: MapView[] = [];

declare global {
  interface Window {
    demo: { views: MapView[]; ready: boolean; sharp: () => boolean };
  }
}
window.demo = { views, ready: false, sharp: () => views.every((view) => view.isSharp) };

function room(): HTMLElement {
  const div = document.createElement('div');
  stage.append(div);
  return div;
}

function table(data: MapData, view: unknown, about: unknown, host = room()): MapView {
  const shown = new MapView(host, data);
  const seen = view as MovingView;
  const known = about as SettingInfo;
  shown.setPieces({
    counters: countersOf(seen.counters, known),
    leaders: leadersOf(seen.counters, known),
    stacks: seen.stacks ?? {},
  });
  views.push(shown);
  return shown;
}

function ladder(): void {
  stage.className = 'ladder';
  const words = [
    '9 px a hex side: troop blocks, names, no grid',
    '17 px: troop blocks with front mark, vertex ticks',
    '28 px: full grid, short plates with arm and strength',
    '46 px: full plates, formation on the ground, hex numbers',
  ];
  const at: [number, number, number][] = [
    [0.6, 22, 9],
    [19, 35, 17],
    [24.4, 37, 28],
    [31, 40.4, 46],
  ];
  const hosts = words.map(() => document.createElement('div'));
  for (const row of [0, 2]) {
    stage.append(hosts[row]!, hosts[row + 1]!);
    for (const i of [row, row + 1]) {
      const p = document.createElement('p');
      p.textContent = words[i]!;
      stage.append(p);
    }
  }
  for (const [i, host] of hosts.entries()) table(map, close, info, host).put(...at[i]!);
}

function overview(): void {
  stage.className = 'sheet';
  const view = table(map, opening, info);
  view.fit();
  const canvas = document.createElement('canvas');
  stage.append(canvas);
  const ratio = window.devicePixelRatio;
  const width = Math.round(view.ground.width * view.camera.scale) + 64;
  canvas.width = width * ratio;
  canvas.height = CARTOUCHE_HEIGHT * ratio;
  canvas.style.width = `${width}px`;
  const ctx = canvas.getContext('2d')!;
  ctx.scale(ratio, ratio);
  const title = {
    above: 'Plan of the Action at',
    name: 'Hagelberg',
    below: 'fought the 27th of August 1813',
    words: 'Girard against Hirschfeld and the Cossacks of Chernyshev',
  };
  drawCartouche(ctx, width, title, view.camera.scale * Math.sqrt(3), 100, info.sides);
}

const SCENES: Readonly<Record<string, () => void>> = {
  overview,
  close: () => {
    const view = table(map, close, info);
    view.put(26.6, 34.66, 64);
    view.select(['P13']);
    view.setOverlays({ chosen: 2522 });
  },
  ladder,
  orders: () => {
    const view = table(map, close, info);
    view.put(33.2, 36.2, 44);
    view.select(['P13']);
    view.setOverlays(ordersOverlays());
  },
  reach: () => {
    const view = table(map, close, info);
    view.put(34.2, 34.6, 40);
    view.select(['P09']);
    view.setOverlays(reachOverlays(countersOf((close as unknown as MovingView).counters, info)));
  },
  plates: () => {
    const host = room();
    const canvas = document.createElement('canvas');
    host.append(canvas);
    drawSpecimen(
      canvas,
      countersOf((close as unknown as MovingView).counters, info),
      leadersOf((close as unknown as MovingView).counters, info),
    );
  },
  village: () => table(villageMap as unknown as MapData, villageView, villageSetting).fit(),
  duel: () => table(duelMap as unknown as MapData, duelView, duelSetting).fit(),
  grand: () => {
    const data = grandMap(map);
    const view = new MapView(room(), data);
    view.setPieces(grandPieces(data, countersOf((close as unknown as MovingView).counters, info)));
    views.push(view);
    view.fit();
  },
};

await mapFonts();
await Promise.allSettled(
  ["46px 'IM Fell French Canon SC'", "italic 17px 'EB Garamond'"].map((font) =>
    document.fonts.load(font),
  ),
);
const query = new URLSearchParams(location.search);
(SCENES[query.get('scene') ?? 'overview'] ?? SCENES.overview!)();
if (query.has('contrast')) for (const view of views) view.configure({ contrast: true });
if (query.has('dark')) for (const view of views) view.configure({ dark: true });
window.demo.ready = true;
