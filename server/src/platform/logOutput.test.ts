import { spawn } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { logOutput } from './logOutput.ts';

test('logOutput: a line that has no room on the disk is lost, and nothing else happens', () => {
  // Every write to it fails as on a full disk.
  const full = openSync('/dev/full', 'w');
  try {
    expect(() => logOutput(full).write('{"level":30}\n')).not.toThrow();
  } finally {
    closeSync(full);
  }
  expect(() => logOutput(full).write('{"level":30}\n')).not.toThrow();
});

test('logOutput: a reader that stops is waited for once, and what was cut spoils no later line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'companion-log-'));
  const pipe = join(folder, 'pipe');
  await new Promise((resolve) => spawn('sh', ['-c', 'mkfifo "$1"', 'sh', pipe]).once('exit', resolve));
  // Both ends, so that opening waits for no one; neither waits when it is full.
  const fd = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  try {
    const output = logOutput(fd);
    const line = `${'x'.repeat(9_000)}\n`;
    for (let count = 0; count < 20; count++) output.write(line);
    const start = performance.now();
    for (let count = 0; count < 20; count++) output.write(line);
    expect(performance.now() - start).toBeLessThan(900);

    const taken = Buffer.alloc(1_000_000);
    const first = taken.subarray(0, readSync(fd, taken)).toString();
    output.write('after\n');
    const second = taken.subarray(0, readSync(fd, taken)).toString();
    const lines = (first + second).split('\n');
    expect(lines.at(-2)).toBe('after');
    expect(lines.slice(0, -3).every((one) => one === 'x'.repeat(9_000))).toBe(true);
  } finally {
    closeSync(fd);
    await rm(folder, { recursive: true });
  }
});
