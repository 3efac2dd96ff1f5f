import prefresh from '@prefresh/vite';
import { defineConfig } from 'vite';
import { appWorker } from './build/appWorker.ts';
import { buildOptions } from './build/buildOptions.ts';
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
  build: buildOptions([
    // Puts what the first screen needs into one file, rather than one for each set of pages that share a module.
    { name: 'app', tags: ['$initial'] },
    // The screens of the menu are one file: a tab opens without the network, and small files cost more to fetch.
    { name: 'tabs', test: TABS },
  ]),
});
