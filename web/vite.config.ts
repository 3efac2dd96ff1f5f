import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Writes a .br and a .gz beside each text file, made once at full effort: the server only picks one. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    // Not while the bundle is made: Vite changes the code until it is written, and copies public/ before it.
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

// A default export, for that is where Vite looks.
export default defineConfig({
  plugins: [react(), precompress()],
  build: {
    target: 'baseline-widely-available',
    // The content security policy lets no data: address through but pictures.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What the first screen needs comes in one file, rather than in one for each set of pages that share a part.
          groups: [{ name: 'app', tags: ['$initial'] }],
        },
      },
    },
  },
});
