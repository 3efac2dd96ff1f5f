import { spawn } from 'node:child_process';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The repository's root: where every command of the test run starts. */
export const ROOT = path.resolve(import.meta.dirname, '../..');

/** Far longer than any stage takes; a hung one must not hang the run. */
const TIME_LIMIT = 15 * 60_000;

export interface CommandResult {
  ok: boolean;
  /** Standard output and error, as they came but without colours, which some programs put into pipes too. */
  output: string;
}

/** Runs a program to its end, the workspace's own tools first; never rejects. */
export function runCommand(
  command: string,
  args: string[],
  { env = {}, signal }: { env?: Record<string, string>; signal?: AbortSignal | undefined } = {},
): Promise<CommandResult> {
  const tools = path.join(ROOT, 'node_modules/.bin');
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, PATH: `${tools}${path.delimiter}${process.env.PATH}`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIME_LIMIT,
    signal,
  });
  let output = '';
  const keep = (text: string) => {
    output += text;
  };
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  return new Promise((resolve) => {
    child.on('error', (error) => {
      keep(`${command}: ${error.message}\n`);
      resolve({ ok: false, output });
    });
    child.on('close', (code, killedBy) => {
      if (killedBy) keep(`${command}: stopped by ${killedBy} (the limit is ${TIME_LIMIT / 60_000} minutes)\n`);
      resolve({ ok: code === 0, output: stripVTControlCharacters(output) });
    });
  });
}
