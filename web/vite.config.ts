import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { appWorker } from './build/appWorker.ts';
import { byteBudgets } from './build/byteBudgets.ts';
import { earlyScript } from './build/earlyScript.ts';
import { prerenderScreens } from './build/prerenderScreens.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Writes a .br and a .gz file for each text file, compressed as far as possible, for the server to choose from. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    // Runs after the bundle is written: Vite changes the code until then, and copies public/ before.
    async writeBundle({ dir = '' }) {
      const files = await readdir(dir, { recursive: true });
      const texts = files.filter((file) => /\.(js|css|html|svg|txt|json)$/.test(file)).map((file) => join(dir, file));
      await Promise.all(
        texts.map(async (file) => {
          const content = await readFile(file);
          const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
          await writeFile(`${file}.br`, await brotli(content, { params }));
          await writeFile(`${file}.gz`, await zip(content, { level: constants.Z_BEST_COMPRESSION }));
        }),
      );
    },
  };
}

const TABS =
  /web\/src\/(app\/(HomePage|subscribeToLists)|agenda\/(AgendaPage|SpeakersPage)|polls\/PollsPage|sponsors\/SponsorsPage|profile\/ProfilePage)\.tsx?$/;

// Vite requires a default export.
export default defineConfig({
  plugins: [react(), earlyScript(), prerenderScreens(), appWorker(), precompress(), byteBudgets()],
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
