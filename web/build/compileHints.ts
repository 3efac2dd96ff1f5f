import type { Plugin } from 'vite';

/** What the first screen runs: the app itself, and the screens of the menu. */
const FIRST_FILES = ['index', 'tabs'];

/**
 * Lets V8 compile such a file on another thread while it arrives. Without the hint, functions are compiled one by one
 * when they are first called.
 */
export function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    generateBundle: {
      // The hint must be the first line, before what Vite adds.
      order: 'post',
      handler: (_, bundle) => {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || !FIRST_FILES.includes(file.name)) continue;
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
          if (file.map) file.map.mappings = `;${file.map.mappings}`;
        }
      },
    },
  };
}
