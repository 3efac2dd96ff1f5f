import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Writes a .br and a .gz file for each text file, compressed as far as possible, for the server to choose from. */
export function precompress(): Plugin {
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
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            // The smallest blocks: scripts get a hundred bytes smaller.
            [constants.BROTLI_PARAM_LGBLOCK]: constants.BROTLI_MIN_INPUT_BLOCK_BITS,
          };
          await writeFile(`${file}.br`, await brotli(content, { params }));
          await writeFile(`${file}.gz`, await zip(content, { level: constants.Z_BEST_COMPRESSION }));
        }),
      );
    },
  };
}
