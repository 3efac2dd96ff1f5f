import { join } from 'node:path';
import type { BuildEnvironmentOptions } from 'vite';

type Groups = { name: string; tags?: ['$initial']; test?: RegExp }[];

/** The builds for browser tests, with React's warnings and StrictMode (`npm run build:development`). */
const DEVELOPMENT_BUILD = join(import.meta.dirname, '../../.cache/development-build');

/**
 * How both apps are built.
 * @param mode `development` for browser tests
 * @param groups the files into which the modules are put together
 */
export const buildOptions = (mode: string, app: 'web' | 'console', groups: Groups) =>
  ({
    ...(mode === 'development' && {
      outDir: join(DEVELOPMENT_BUILD, app),
      emptyOutDir: true,
      // React's warnings name components.
      minify: false,
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    }),
    target: 'baseline-widely-available',
    // The content security policy allows data: addresses only for pictures.
    assetsInlineLimit: 0,
    // One file: the style of another page never waits for the network.
    cssCodeSplit: false,
    // Every browser of the target preloads modules.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Neither is a problem of the bundle: how long our plugins take, and react-toastify's "use client".
      checks: { pluginTimings: false, moduleLevelDirective: false },
      output: { codeSplitting: { groups } },
    },
  }) satisfies BuildEnvironmentOptions;
