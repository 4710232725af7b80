// Copies the built client (dist/) to where the server serves it from and the wheel takes it from.

import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = join(dirname(fileURLToPath(import.meta.url)), '..');
const built = join(web, 'dist');
const to = process.argv[2] ?? join(web, '..', 'src', 'grognard', 'web', 'static');

if (!existsSync(join(built, 'index.html'))) {
  console.error('There is no dist/index.html: run "npm run build" first.');
  process.exit(1);
}
rmSync(to, { recursive: true, force: true });
mkdirSync(to, { recursive: true });
// Fonts in the old format are for browsers that cannot run the client anyway.
cpSync(built, to, { recursive: true, filter: (file) => !file.endsWith('.woff') });
