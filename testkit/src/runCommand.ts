import { spawn } from 'node:child_process';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { scaled } from './timeScale.ts';

/** The repository's root: where every command of the test run starts. */
export const ROOT = path.resolve(import.meta.dirname, '../..');

/** A command that prints nothing for so long hangs. Tests print as they pass, however long all of them take. */
const SILENCE_LIMIT = scaled(8 * 60_000);

export interface CommandResult {
  ok: boolean;
  /** Standard output and error, as they came but without colours, which some programs put into pipes too. */
  output: string;
}

/**
 * Runs a program to its end, the workspace's own tools first; never rejects.
 * @param options `silence`: ends it when it prints nothing for so many milliseconds
 */
export function runCommand(
  command: string,
  args: string[],
  {
    env = {},
    signal,
    silence = SILENCE_LIMIT,
  }: { env?: Record<string, string>; signal?: AbortSignal | undefined; silence?: number } = {},
): Promise<CommandResult> {
  const tools = path.join(ROOT, 'node_modules/.bin');
  const child = spawn(command, args, {
    cwd: ROOT,
    // Each command measures for itself: the load changes within a run.
    env: { ...process.env, TEST_TIME_SCALE: '', PATH: `${tools}${path.delimiter}${process.env.PATH}`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, which ends as one: npm and its shell do not pass a signal on to what they started.
    detached: true,
  });
  const end = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    } catch {
      // All of the group have ended already.
    }
  };
  signal?.addEventListener('abort', end);
  let output = '';
  const hangs = setTimeout(() => {
    output += `${command}: stopped, for it printed nothing for ${Math.round(silence / 1000)} s\n`;
    end();
  }, silence);
  const keep = (text: string) => {
    output += text;
    hangs.refresh();
  };
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  return new Promise((resolve) => {
    child.on('error', (error) => {
      clearTimeout(hangs);
      signal?.removeEventListener('abort', end);
      keep(`${command}: ${error.message}\n`);
      resolve({ ok: false, output });
    });
    child.on('close', (code, killedBy) => {
      clearTimeout(hangs);
      signal?.removeEventListener('abort', end);
      if (killedBy) output += `${command}: ended by ${killedBy}\n`;
      resolve({ ok: code === 0, output: stripVTControlCharacters(output) });
    });
  });
}
