import prefresh from '@prefresh/vite';
import { defineConfig } from 'vite';
import { buildOptions } from '../web/build/buildOptions.ts';
import { byteBudgets } from '../web/build/byteBudgets.ts';
import { precompress } from '../web/build/precompress.ts';
import { runOnPreact } from '../web/build/runOnPreact.ts';
import { routePatterns } from './src/paths.ts';

// Vite requires a default export.
export default defineConfig({
  base: '/console/',
  plugins: [await prefresh(), precompress(), byteBudgets(import.meta.dirname, routePatterns)],
  ...runOnPreact,
  // What both apps show comes from web/, which has no files of its own for the console to copy.
  publicDir: false,
  // One file for what every screen needs.
  build: buildOptions([{ name: 'console', tags: ['$initial'] }]),
});
