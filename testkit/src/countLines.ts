import { markdownTable } from './markdownTable.ts';
import { runCommand } from './runCommand.ts';

/*
 * Counts the lines of TypeScript by area, without tests and styles: the product, and apart from it the tooling.
 *
 * Run: npm run count-lines [-- revision]
 * With a revision, such as a tag or `HEAD~5`, the table also shows its lines and the change since.
 */

/** The folders of the product. Of the server, each folder is an area. */
const PRODUCT = /^(?:contract|client|server\/src(?:\/[^/]+(?=\/))?|web\/src|web\/build|console\/src)(?=\/)/;
const TOOLING = /^(?:bench|testkit|e2e|web\/dev)(?=\/)/;
/** Where earlier revisions have the benchmarks. */
const EARLIER_BENCH = /^(?:server|web)\/bench\//;
const TEST = /\.(?:test|spec)\.tsx?$/;

/** The number of lines of each file. */
type LinesOfFiles = ReadonlyMap<string, number>;

/** What `npm run count-lines` runs. */
export async function countLines(revision: string | undefined): Promise<void> {
  const now = await linesOfFiles(['--untracked']);
  console.log(lineTable(now, revision === undefined ? undefined : await linesOfFiles([revision])));
}

/** A row for each area, and the totals of product and tooling. @param before an earlier revision to compare with */
export function lineTable(now: LinesOfFiles, before?: LinesOfFiles): string {
  const files = [...new Set([...now.keys(), ...(before?.keys() ?? [])])].filter((file) => !TEST.test(file));
  const row = (name: string, chosen: string[]): string[] => {
    const lines = sumOf(chosen, now);
    const cells = [name, `${chosen.filter((file) => now.has(file)).length}`, `${lines}`];
    if (!before) return cells;
    const earlier = sumOf(chosen, before);
    return [...cells, `${earlier}`, `${lines > earlier ? '+' : ''}${lines - earlier}`];
  };
  const rows = [
    { name: 'product', chosen: files.filter((file) => PRODUCT.test(file)) },
    { name: 'tooling', chosen: files.filter((file) => !PRODUCT.test(file)) },
  ].flatMap(({ name, chosen }) => [
    ...[...Map.groupBy(chosen, areaOf)].sort(([one], [other]) => (one < other ? -1 : 1)).map((area) => row(...area)),
    row(`**${name}**`, chosen),
  ]);
  return markdownTable(['area', 'files', 'lines', ...(before ? ['lines before', 'change'] : [])], rows);
}

function areaOf(file: string): string {
  const [area] = PRODUCT.exec(file) ?? TOOLING.exec(file) ?? [];
  return area ?? (EARLIER_BENCH.test(file) ? 'bench' : 'configuration');
}

const sumOf = (files: string[], lines: LinesOfFiles): number =>
  files.reduce((sum, file) => sum + (lines.get(file) ?? 0), 0);

/** @param where `--untracked` for the files as they are on disk, or a revision */
async function linesOfFiles(where: string[]): Promise<LinesOfFiles> {
  const { ok, output } = await runCommand('git', ['grep', '--count', '-e', '', ...where, '--', '*.ts', '*.tsx']);
  if (!ok) throw new Error(`git could not list the files:\n${output}`);
  // `path:count`, after a revision `revision:path:count`.
  return new Map(
    [...output.matchAll(/^(?:.*:)?([^:\n]+):(\d+)$/gm)].map(([, file = '', lines]) => [file, Number(lines)]),
  );
}

if (import.meta.main) await countLines(process.argv[2]);
