import prefresh from '@prefresh/vite';
import { defineConfig } from 'vite';
import { appWorker } from './build/appWorker.ts';
import { byteBudgets } from './build/byteBudgets.ts';
import { compileHints } from './build/compileHints.ts';
import { earlyScript } from './build/earlyScript.ts';
import { precompress } from './build/precompress.ts';
import { prerenderScreens } from './build/prerenderScreens.ts';
import { runOnPreact } from './build/runOnPreact.ts';
import { routePatterns } from './src/paths.ts';

const TABS =
  /web\/src\/(app\/(HomePage|subscribeToLists)|agenda\/(AgendaPage|SpeakersPage)|polls\/PollsPage|sponsors\/SponsorsPage|profile\/ProfilePage)\.tsx?$/;

// Vite requires a default export.
export default defineConfig({
  plugins: [
    await prefresh(),
    earlyScript(),
    compileHints(),
    prerenderScreens(),
    appWorker(),
    precompress(),
    byteBudgets(import.meta.dirname, routePatterns),
  ],
  ...runOnPreact,
  build: {
    target: 'baseline-widely-available',
    // The content security policy allows data: addresses only for pictures.
    assetsInlineLimit: 0,
    // One file: the style of another page never waits for the network.
    cssCodeSplit: false,
    // Every browser of the target preloads modules.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // How long our plugins take is no problem of the bundle.
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          // Puts what the first screen needs into one file, rather than one for each set of pages that share a module.
          groups: [
            { name: 'app', tags: ['$initial'] },
            // The screens of the menu are one file: a tab opens without the network, and small files cost more to fetch.
            { name: 'tabs', test: TABS },
          ],
        },
      },
    },
  },
});
