import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Command } from '@companion/server/cli/command';
import { runCommand } from '@companion/server/cli/runCommand';
import { COMPILE_CACHE } from './compileCache.ts';
import { ROOT, readOutput } from './runCommand.ts';

/** `fileLimit`: the file size in kilobytes above which every write fails, as on a full disk. */
export interface EventRunOptions {
  fileLimit?: number;
}

/**
 * Starts `npm run event -- WORDS` as an operator does: the real program, in a separate process.
 * @param env the settings; those of this process are not inherited
 */
export function startEvent(words: string[], env: Record<string, string>, { fileLimit }: EventRunOptions = {}) {
  const program = [process.execPath, path.join(ROOT, 'server/src/cli/eventCommand.ts'), ...words];
  // Without this, the signal would end the process at a write above the limit.
  const limited = ['sh', '-c', `trap '' XFSZ; ulimit -f ${(fileLimit ?? 0) * 2}; exec "$@"`, 'sh'];
  const [command = '', ...args] = fileLimit === undefined ? program : [...limited, ...program];
  return spawn(command, args, {
    // Not in the repository, because a developer's .env must not be read.
    cwd: tmpdir(),
    // Where writing is limited, only the command's own writes are to fail.
    env: { PATH: process.env.PATH ?? '', ...(fileLimit === undefined ? COMPILE_CACHE : {}), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Starts the program and waits until it ends. @returns the exit code, and the output of both streams */
export async function runEvent(
  ...given: Parameters<typeof startEvent>
): Promise<{ code: number | null; output: string }> {
  const child = startEvent(...given);
  let output = '';
  readOutput(child, (text) => {
    output += text;
  });
  const [code] = await once(child, 'close');
  return { code, output: output.trim() };
}

/** Runs one of these commands in this process. @returns the exit code and the output */
export async function runHere(
  commands: Command[],
  words: string[],
  env: Record<string, string>,
  now: () => number = Date.now,
): Promise<{ code: number; output: string }> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const code = await runCommand(commands, words, { program: 'event', env, now, print, printError: print });
  return { code, output: lines.join('\n') };
}
