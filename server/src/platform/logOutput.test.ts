import { closeSync, openSync } from 'node:fs';
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
