import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const SERVER = process.env.GROGNARD_SERVER ?? 'http://127.0.0.1:8000';

/** `--mode demo` builds the drawing demo; it is never part of what ships. */
export default defineConfig(({ mode }) => ({
  // Pages lie at several depths (/table/..., /rules/...); the demo is opened from anywhere.
  base: mode === 'demo' ? './' : '/',
  plugins: [svelte()],
  build:
    mode === 'demo'
      ? { outDir: 'demo-dist', rolldownOptions: { input: 'demo.html' } }
      : { outDir: 'dist', target: 'es2022' },
  worker: { format: 'es' },
  server: { proxy: { '/api': SERVER, '/ws': { target: SERVER, ws: true } } },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
}));
