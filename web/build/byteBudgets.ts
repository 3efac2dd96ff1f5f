import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { scriptsOf } from './pageScripts.ts';

/** Compressed bytes of a page's scripts until it is usable, by file. */
export type PageBytes = Record<string, Record<string, number>>;

/**
 * A page may be over its budget by this. Scripts name each other by hashes of their contents, so a change of one file
 * compresses all others differently, by up to a hundred bytes a page. Without a margin any change could fail the build.
 */
const HASH_NOISE_BYTES = 200;

/**
 * Fails the build when a page needs more script than its budget in budgets.json.
 * @param root the app's folder
 * @param patterns the path of each page
 */
export function byteBudgets(root: string, patterns: Record<string, string>): Plugin {
  const name = `${basename(root)}/budgets.json`;
  return {
    name: 'byte-budgets',
    apply: 'build',
    writeBundle: {
      // After the files are compressed.
      sequential: true,
      handler: async ({ dir = '' }, bundle) => {
        const pages: PageBytes = {};
        for (const [path, files] of Object.entries(await scriptsOf(bundle, root, patterns))) {
          const sizes = files.map(async (file) => [file, (await stat(join(dir, `${file}.br`))).size] as const);
          pages[path] = Object.fromEntries(await Promise.all(sizes));
        }
        const problems = overBudget(pages, JSON.parse(await readFile(join(root, 'budgets.json'), 'utf8')), name);
        if (problems.length > 0) throw new Error(`Over the byte budget:\n${problems.join('\n')}`);
      },
    },
  };
}

/**
 * What is over its budget, or has none, in words.
 * @param name the file of the budgets
 */
export function overBudget(pages: PageBytes, budgets: Record<string, number>, name: string): string[] {
  return Object.entries(pages).flatMap(([path, files]) => {
    const bytes = Object.values(files).reduce((sum, size) => sum + size, 0);
    const budget = budgets[path];
    if (budget === undefined) return [`${path} has no budget in ${name}. It needs ${bytes} bytes of script.`];
    if (bytes <= budget + HASH_NOISE_BYTES) return [];
    const largest = Object.entries(files).sort(([, one], [, other]) => other - one);
    const list = largest.map(([file, size]) => `  ${size} ${file}`).join('\n');
    return [`${path} needs ${bytes} bytes of script, ${bytes - budget} over its budget in ${name}:\n${list}`];
  });
}
