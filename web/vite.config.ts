import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** `--mode demo` builds the drawing demo; it is never part of what ships. */
export default defineConfig(({ mode }) => ({
  base: './',
  plugins: [svelte()],
  build:
    mode === 'demo'
      ? { outDir: 'demo-dist', rolldownOptions: { input: 'demo.html' } }
      : { outDir: 'dist', target: 'es2022' },
  worker: { format: 'es' },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
}));
