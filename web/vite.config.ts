import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { appWorker } from './build/appWorker.ts';
import { buildOptions } from './build/buildOptions.ts';
import { byteBudgets } from './build/byteBudgets.ts';
import { clientCalls } from './build/clientCalls.ts';
import { compileHints } from './build/compileHints.ts';
import { earlyScript } from './build/earlyScript.ts';
import { precompress } from './build/precompress.ts';
import { prerenderScreens } from './build/prerenderScreens.ts';
import { routePatterns } from './src/paths.ts';

const TABS =
  /web\/src\/(app\/(HomePage|subscribeToLists)|agenda\/(AgendaPage|SpeakersPage)|polls\/PollsPage|sponsors\/SponsorsPage|profile\/ProfilePage)\.tsx?$/;
const WRITES = /web\/src\/queue\/(?!sendUnsent|startQueue|useWaitingWrite)/;

// Vite requires a default export.
export default defineConfig(({ mode }) => ({
  plugins: [
    react(),
    clientCalls(),
    earlyScript(),
    compileHints(),
    prerenderScreens(),
    appWorker(),
    ...(mode === 'production' ? [precompress(), byteBudgets(import.meta.dirname, routePatterns)] : []),
  ],
  build: buildOptions(mode, 'web', [
    // Puts what the first screen needs into one file, rather than one for each set of pages that share a module.
    { name: 'app', tags: ['$initial'] },
    // The screens of the menu are one file: a tab opens without the network, and small files cost more to fetch.
    { name: 'tabs', test: TABS },
    // What writes loads with the first screen that has a form.
    { name: 'writes', test: WRITES },
  ]),
}));
