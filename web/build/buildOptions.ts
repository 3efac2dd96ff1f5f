import type { BuildEnvironmentOptions } from 'vite';

type Groups = { name: string; tags?: ['$initial']; test?: RegExp }[];

/** How both apps are built. @param groups the files into which the modules are put together */
export const buildOptions = (groups: Groups) =>
  ({
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
