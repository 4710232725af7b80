// Completes package-lock.json with the optional packages of other platforms.
//
// A registry mirror may lack binaries that the machine does not need; npm then leaves them out of
// the lock, and `npm ci` refuses it. They are added by name and version, marked with the platform
// their name tells, so that each machine takes its own. Registry addresses are never kept.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const path = join(fileURLToPath(new URL('..', import.meta.url)), 'package-lock.json');
const lock = JSON.parse(readFileSync(path, 'utf8'));
const SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'wasm32',
  'win32',
];
const PROCESSORS = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'x64',
  'wasm32',
];

function platform(name) {
  const words = name.split('/').pop().split('-');
  const os = SYSTEMS.find((word) => words.includes(word));
  const cpu = PROCESSORS.find((word) => words.includes(word));
  if (os === 'wasm32' || cpu === 'wasm32') return { cpu: ['wasm32'] };
  const libc = words.includes('musl') ? 'musl' : words.includes('gnu') ? 'glibc' : undefined;
  return {
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(os ? { os: [os] } : {}),
    ...(os === 'linux' && libc ? { libc: [libc] } : {}),
  };
}

let added = 0;
for (const entry of Object.values(lock.packages)) {
  delete entry.resolved;
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`;
    if (lock.packages[key] || !/^\d/.test(version)) continue;
    lock.packages[key] = { version, dev: true, optional: true, ...platform(name) };
    added++;
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
);
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages of other platforms added`);
