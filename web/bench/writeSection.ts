import { readFile, writeFile } from 'node:fs/promises';

const DOCUMENT = new URL('../../docs/performance.md', import.meta.url);

/** Replaces a section of docs/performance.md: what is between `<!-- name: begin -->` and `<!-- name: end -->`. */
export async function writeSection(name: string, text: string): Promise<void> {
  const document = await readFile(DOCUMENT, 'utf8');
  await writeFile(DOCUMENT, replaceSection(document, name, text));
}

export function replaceSection(document: string, name: string, text: string): string {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const [before, rest = ''] = document.split(begin);
  const [, after] = rest.split(end);
  if (after === undefined) throw new Error(`docs/performance.md needs ${begin} and ${end}.`);
  return `${before}${begin}\n\n${text}\n\n${end}${after}`;
}
