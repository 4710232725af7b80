// The pictures of the documentation, of the real table on a server whose dice repeat themselves: into
// shots/, or where --to says; `only=start,study` takes only these. A scene is given a studio and shows
// what its name says; the picture is a WebP that is not heavier than MOST.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { browser, frame, painted, serve, WEB } from './lib.mjs';
import { ATTACKS } from './pictures-attacks.mjs';
import { PAGES } from './pictures-pages.mjs';
import { TABLES } from './pictures-tables.mjs';
import { TOGETHER } from './pictures-together.mjs';

/** So many bytes a picture may have; it is pressed harder until it fits. */
const MOST = 250_000;
const QUALITIES = [0.86, 0.8, 0.74, 0.66, 0.58, 0.5, 0.42];
const SCENES = { ...PAGES, ...TABLES, ...ATTACKS, ...TOGETHER };
const PHONE = { width: 390, height: 844, ratio: 2, touch: true };

const to = process.argv.includes('--to')
  ? process.argv[process.argv.indexOf('--to') + 1]
  : join(WEB, 'shots');
mkdirSync(to, { recursive: true });
const wanted = process.argv
  .filter((word) => word.startsWith('only='))
  .flatMap((word) => word.slice(5).split(','));
for (const name of wanted)
  if (!SCENES[name]) throw new Error(`there is no picture ${name}: ${Object.keys(SCENES)}`);

/** A PNG as WebP, pressed by the browser itself. */
async function pressed(context, png) {
  const page = await context.newPage();
  try {
    for (const quality of QUALITIES) {
      const text = await page.evaluate(
        async ([png, quality]) => {
          const image = new Image();
          image.src = `data:image/png;base64,${png}`;
          await image.decode();
          const canvas = new OffscreenCanvas(image.width, image.height);
          canvas.getContext('2d').drawImage(image, 0, 0);
          const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
          const bytes = new Uint8Array(await blob.arrayBuffer());
          return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
        },
        [png.toString('base64'), quality],
      );
      const webp = Buffer.from(text, 'base64');
      if (webp.length <= MOST || quality === QUALITIES.at(-1)) return webp;
    }
  } finally {
    await page.close();
  }
}

/** Where a scene is set: people with browsers of their own, and the camera. */
class Studio {
  contexts = [];

  constructor(name, url) {
    this.name = name;
    this.url = url;
  }

  /** Somebody who has never been here, with an empty page. */
  async person(options = {}) {
    const context = await browser({ ratio: 1.5, ...options });
    this.contexts.push(context);
    const page = context.pages()[0] ?? (await context.newPage());
    page.setDefaultTimeout(90_000);
    return page;
  }

  phone(options = {}) {
    return this.person({ ...PHONE, ...options });
  }

  /** Takes the picture: of the page, or `of` a part of it. */
  async shot(page, { of = null, still = true } = {}) {
    await page.evaluate(() => {
      if (window.grognard?.battle) window.grognard.battle.toasts.list = [];
    });
    if (still && (await page.evaluate(() => !!window.grognard?.view))) await painted(page);
    else await frame(page);
    const png = await (of ?? page).screenshot();
    const webp = await pressed(page.context(), png);
    writeFileSync(join(to, `${this.name}.webp`), webp);
    console.log(`${this.name}: ${Math.round(webp.length / 1000)} KB`);
  }

  async close() {
    for (const context of this.contexts) {
      if (context.faults.length) console.log(this.name, context.faults);
      await context.close();
    }
  }
}

const server = await serve(undefined, undefined, 'scripts.picture_server');
let failed = 0;
for (const [name, scene] of Object.entries(SCENES)) {
  if (wanted.length && !wanted.includes(name)) continue;
  const studio = new Studio(name, server.url);
  try {
    await scene(studio);
  } catch (problem) {
    failed++;
    console.log(`FAIL ${name}: ${problem.stack ?? problem}`);
  } finally {
    await studio.close();
  }
}
await server.stop();
process.exit(failed ? 1 : 0);
