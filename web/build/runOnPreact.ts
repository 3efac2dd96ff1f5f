import type { UserConfig } from 'vite';

/** The app is written for React's interface and runs on Preact, which is a tenth of its size (decision 041). */
export const runOnPreact = {
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: {
    // What the libraries import, too.
    alias: [
      { find: /^react(-dom)?$/, replacement: 'preact/compat' },
      { find: 'react-dom/client', replacement: 'preact/compat/client' },
      { find: /^react\/jsx-(dev-)?runtime$/, replacement: 'preact/jsx-runtime' },
    ],
  },
} satisfies UserConfig;
