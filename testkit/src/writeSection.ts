import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from './runCommand.ts';

/** Replaces a section of a document: what is between `<!-- name: begin -->` and `<!-- name: end -->`. */
export async function writeSection(document: string, name: string, text: string): Promise<void> {
  const file = path.join(ROOT, document);
  await writeFile(file, replaceSection(await readFile(file, 'utf8'), name, text));
}

export function replaceSection(document: string, name: string, text: string): string {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const [before, rest = ''] = document.split(begin);
  const [, after] = rest.split(end);
  if (after === undefined) throw new Error(`The document needs ${begin} and ${end}.`);
  return `${before}${begin}\n\n${text}\n\n${end}${after}`;
}
