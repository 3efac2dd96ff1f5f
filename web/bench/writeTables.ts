import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';

const DOCUMENT = new URL('../../docs/performance.md', import.meta.url);
const [BEGIN, END] = ['<!-- tables: begin -->', '<!-- tables: end -->'];

/** Replaces the tables of docs/performance.md, and the description of the machine above them. */
export async function writeTables(tables: readonly { title: string; text: string }[], runs: number): Promise<void> {
  const document = await readFile(DOCUMENT, 'utf8');
  const [before, after] = [document.split(BEGIN)[0], document.split(END)[1]];
  if (before === undefined || after === undefined) throw new Error(`docs/performance.md needs ${BEGIN} and ${END}.`);
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  const machine = `${cpus().length} cores (${cpu?.model.trim()}), ${memory} GiB, ${process.platform}, Node ${process.version}; medians of ${runs} runs.`;
  const parts = tables.map(({ title, text }) => `### ${title}\n\n${text}`);
  await writeFile(DOCUMENT, `${before}${BEGIN}\n\nMachine: ${machine}\n\n${parts.join('\n\n')}\n\n${END}${after}`);
}
