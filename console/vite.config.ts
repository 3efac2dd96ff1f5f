import prefresh from '@prefresh/vite';
import { defineConfig } from 'vite';
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
  build: {
    target: 'baseline-widely-available',
    // The content security policy allows data: addresses only for pictures.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // How long our plugins take is no problem of the bundle.
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          // One file for what every screen needs.
          groups: [{ name: 'console', tags: ['$initial'] }],
        },
      },
    },
  },
});
