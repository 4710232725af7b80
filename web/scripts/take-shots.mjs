// Photographs the scenes into web/shots (not kept): node scripts/take-shots.mjs [name part ...]

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openScene, WEB, withDemo } from './browser.mjs';
import { SCENES } from './scenes.mjs';

const wanted = process.argv.slice(2);
const out = join(WEB, 'shots');
mkdirSync(out, { recursive: true });
await withDemo(async (context, url) => {
  for (const scene of SCENES) {
    if (wanted.length && !wanted.some((word) => scene.name.includes(word))) continue;
    const began = performance.now();
    const page = await openScene(context, url, scene);
    await page.screenshot({ path: join(out, `${scene.name}.png`) });
    await page.close();
    console.log(`shots/${scene.name}.png  ${Math.round(performance.now() - began)} ms`);
  }
});
