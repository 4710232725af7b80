// A static server for the built demo and a headless Chromium, for the scripts beside this file.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const WEB = join(dirname(fileURLToPath(import.meta.url)), '..');
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
};
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--hide-scrollbars',
  '--font-render-hinting=none',
];

export function buildDemo() {
  execFileSync('npx', ['vite', 'build', '--mode', 'demo', '--logLevel', 'warn'], {
    cwd: WEB,
    stdio: 'inherit',
  });
}

export function serve(folder = join(WEB, 'demo-dist')) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, 'http://x').pathname);
    const file = join(folder, path);
    if (!file.startsWith(folder) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    response.end(readFileSync(file));
  });
  return new Promise((ready) => {
    server.listen(0, '127.0.0.1', () =>
      ready({ server, url: `http://127.0.0.1:${server.address().port}` }),
    );
  });
}

/** Runs `work` with a browser on the built demo, then tidies up. */
export async function withDemo(work) {
  buildDemo();
  const { server, url } = await serve();
  const context = await chromium.launchPersistentContext(mkdtempSync(join(tmpdir(), 'demo-')), {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    args: FLAGS,
    viewport: null,
  });
  try {
    return await work(context, `${url}/demo.html`);
  } finally {
    await context.close();
    server.close();
  }
}

/** A page on a scene, painted to the end. */
export async function openScene(context, url, { query, width, height, ratio = 1 }) {
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') console.error('page:', message.text());
  });
  page.on('pageerror', (error) => console.error('page:', error.message));
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    deviceScaleFactor: ratio,
    mobile: false,
  });
  await page.goto(`${url}?${query}`);
  await page.waitForFunction(() => window.demo?.ready, undefined, { timeout: 60000 });
  await settled(page);
  return page;
}

/** Waits until every map on the page is painted at its own zoom. */
export async function settled(page) {
  await page.waitForFunction(() => window.demo.sharp(), undefined, {
    timeout: 120000,
    polling: 100,
  });
  await page.waitForTimeout(250);
  await page.waitForFunction(() => window.demo.sharp(), undefined, {
    timeout: 60000,
    polling: 100,
  });
}
