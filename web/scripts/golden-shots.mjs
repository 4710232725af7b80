// Golden pictures of the drawing: node scripts/golden-shots.mjs [--regenerate]
//
// A picture passes when at most 0.5 % of its pixels differ visibly. What differs is written beside
// the new picture under web/shots/golden. Regenerated pictures are reviewed by eye.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { openScene, WEB, withDemo } from './browser.mjs';
import { GOLDEN } from './scenes.mjs';

const TOLERANCE = 0.005;
/** Difference of a colour channel below which nobody sees anything. */
const VISIBLE = 24;
const regenerate = process.argv.includes('--regenerate');
const kept = join(WEB, 'tests', 'golden');
const made = join(WEB, 'shots', 'golden');
mkdirSync(kept, { recursive: true });
mkdirSync(made, { recursive: true });

function compared(before, after) {
  if (before.width !== after.width || before.height !== after.height)
    return { share: 1, picture: after };
  const picture = new PNG({ width: after.width, height: after.height });
  let different = 0;
  for (let p = 0; p < after.data.length; p += 4) {
    let most = 0;
    for (let c = 0; c < 3; c++)
      most = Math.max(most, Math.abs(before.data[p + c] - after.data[p + c]));
    const off = most > VISIBLE;
    if (off) different++;
    picture.data[p] = off ? 220 : after.data[p] / 3 + 160;
    picture.data[p + 1] = off ? 30 : after.data[p + 1] / 3 + 160;
    picture.data[p + 2] = off ? 30 : after.data[p + 2] / 3 + 160;
    picture.data[p + 3] = 255;
  }
  return { share: different / (after.width * after.height), picture };
}

await withDemo(async (context, url) => {
  for (const scene of GOLDEN) {
    const page = await openScene(context, url, scene);
    const shot = await page.screenshot();
    await page.close();
    const golden = join(kept, `${scene.name}.png`);
    if (regenerate || !existsSync(golden)) {
      writeFileSync(golden, shot);
      console.log(`${scene.name}: kept`);
      continue;
    }
    const { share, picture } = compared(PNG.sync.read(readFileSync(golden)), PNG.sync.read(shot));
    const passed = share <= TOLERANCE;
    console.log(`${scene.name}: ${(share * 100).toFixed(3)} % differ${passed ? '' : ', FAILED'}`);
    if (passed) continue;
    process.exitCode = 1;
    writeFileSync(join(made, `${scene.name}.png`), shot);
    writeFileSync(join(made, `${scene.name}-difference.png`), PNG.sync.write(picture));
  }
});
