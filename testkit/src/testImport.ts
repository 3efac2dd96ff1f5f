import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeImportScheduleCommand } from '@companion/server/cli/importScheduleCommand';
import type { Terminal } from '@companion/server/cli/progress';
import { runCommand } from '@companion/server/cli/runCommand';
import { type Pack, readPack } from '@companion/server/event/readPack';
import { type FetchPicture, makeFetchPicture } from '@companion/server/schedule/fetchPicture';

const NOW = Date.parse('2026-10-01T12:00Z');

/** The result of a command. */
export interface ImportRun {
  code: number;
  /** The lines of the report, without indentation. */
  lines: string[];
  errors: string;
}

export interface TestImport {
  /** The folder of the pack, which does not exist yet. */
  pack: string;
  folder: string;
  /** Writes files into `folder`, objects as JSON. */
  write(files: Record<string, unknown>): Promise<void>;
  /**
   * Runs the command. Default: with New York's zone, into `pack`.
   * @param answer the answer on a terminal; without it, there is no terminal, as in a pipe
   */
  run(files: string[], args?: string[], answer?: string): Promise<ImportRun>;
  /** Reads the pack as the server does. */
  read(): Promise<Pack>;
  /** Every file of the pack with its content. */
  files(): Promise<Record<string, string>>;
  remove(): Promise<void>;
}

/**
 * Makes a folder for a schedule and the pack into which it is imported.
 * @param fetchPicture may fetch from a server of the test
 */
export async function testImport(fetchPicture: FetchPicture = makeFetchPicture()): Promise<TestImport> {
  const folder = await mkdtemp(join(tmpdir(), 'companion-schedule-'));
  const pack = join(folder, 'pack');
  const inFolder = (name: string) => (name.includes('://') ? name : join(folder, name));
  return {
    pack,
    folder,
    async write(files) {
      for (const [name, content] of Object.entries(files)) {
        const isPlain = typeof content === 'string' || content instanceof Uint8Array;
        await mkdir(dirname(join(folder, name)), { recursive: true });
        await writeFile(join(folder, name), isPlain ? content : JSON.stringify(content));
      }
    },
    async run(files, args = [], answer = undefined) {
      const lines: string[] = [];
      const errors: string[] = [];
      const given = [...(args.includes('--zone') ? [] : ['--zone', 'America/New_York']), ...args];
      const code = await runCommand(
        [makeImportScheduleCommand(fetchPicture)],
        ['import', 'schedule', ...files.map(inFolder), ...(args.includes('--into') ? [] : ['--into', pack]), ...given],
        {
          program: 'event',
          env: {},
          now: () => NOW,
          print: (line) => lines.push(line),
          printError: (line) => errors.push(line),
          ...(answer !== undefined && { terminal: terminalThatAnswers(answer, lines) }),
        },
      );
      return { code, lines: lines.map((line) => line.trim()), errors: errors.join('\n') };
    },
    read: () => readPack(pack, NOW),
    async files() {
      const found = await readdir(pack, { recursive: true, withFileTypes: true });
      const paths = found.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
      const read = async (path: string) => [path.slice(pack.length + 1), await readFile(path, 'latin1')] as const;
      return Object.fromEntries(await Promise.all(paths.sort().map(read)));
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A terminal with this answer. Adds the question to the lines. */
const terminalThatAnswers = (answer: string, lines: string[]): Terminal => ({
  write: () => undefined,
  width: () => 80,
  ask: async (question) => {
    lines.push(...question.split('\n'));
    return answer;
  },
});

/** Makes a grid of Sessionize from days by date, rooms by name and their sessions. */
export const grid = (days: Record<string, Record<string, unknown[]>>): unknown[] =>
  Object.entries(days).map(([date, rooms]) => ({
    date: `${date}T00:00:00`,
    rooms: Object.entries(rooms).map(([name, sessions]) => ({ id: name, name, sessions })),
  }));

/** Makes a session of Sessionize, by default on 20 November 2026. */
export const session = (id: string | number, start: string, end: string, more: Record<string, unknown> = {}) => ({
  id,
  title: `Session ${id}`,
  startsAt: start.includes('T') ? start : `2026-11-20T${start}:00`,
  endsAt: end.includes('T') ? end : `2026-11-20T${end}:00`,
  ...more,
});
