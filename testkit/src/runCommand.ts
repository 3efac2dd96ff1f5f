import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { scaled } from './timeScale.ts';

/** The root of the repository, in which every command starts. */
export const ROOT = path.resolve(import.meta.dirname, '../..');

/** A command that prints nothing for this long hangs: a test run prints each test as it passes. */
const SILENCE_TIMEOUT_MS = scaled(8 * 60_000);

export interface CommandResult {
  ok: boolean;
  /** Standard output and error, without colours, which some programs print into pipes too. */
  output: string;
}

/** Passes on what a child prints, on both streams. */
export function readOutput(child: { stdout: Readable; stderr: Readable }, keep: (text: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', keep);
}

/**
 * Runs a program, the workspace's own tools first. Never rejects.
 * @param options `silence`: stops a program that prints nothing for this many milliseconds
 */
export function runCommand(
  command: string,
  args: string[],
  {
    env = {},
    signal,
    silence = SILENCE_TIMEOUT_MS,
  }: { env?: Record<string, string>; signal?: AbortSignal | undefined; silence?: number } = {},
): Promise<CommandResult> {
  const tools = path.join(ROOT, 'node_modules/.bin');
  const child = spawn(command, args, {
    cwd: ROOT,
    // Each command measures the time scale itself, because the load changes during a run.
    env: { ...process.env, TEST_TIME_SCALE: '', PATH: `${tools}${path.delimiter}${process.env.PATH}`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group: npm and its shell do not forward signals.
    detached: true,
  });
  const end = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    } catch {
      // The whole group has ended already.
    }
  };
  signal?.addEventListener('abort', end);
  let output = '';
  const hangs = setTimeout(() => {
    output += `${command}: stopped, because it printed nothing for ${Math.round(silence / 1000)} s\n`;
    end();
  }, silence);
  const keep = (text: string) => {
    output += text;
    hangs.refresh();
  };
  readOutput(child, keep);
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
