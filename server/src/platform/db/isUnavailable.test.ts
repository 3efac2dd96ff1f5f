import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { isUnavailable } from './isUnavailable.ts';

const withCode = (code: string, message = 'x') => Object.assign(new Error(message), { code });

test.each([
  'ECONNREFUSED', // no server at that port
  'ENOTFOUND', // unknown host name
  '08006', // connection failure
  '28P01', // the password was changed
  '3D000', // no such database
  '40001', // serialization failure
  '40P01', // deadlock
  '53100', // disk full
  '53300', // too many connections
  '55P03', // lock not available
  '57014', // statement timeout
  '57P01', // terminated by its operator
  '57P03', // starting up
  '58030', // I/O error
  '25006', // a standby
])('isUnavailable: %s means that the database is unavailable (decision 015)', (code) => {
  expect(isUnavailable(withCode(code))).toBe(true);
});

test.each([
  'timeout exceeded when trying to connect',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Query read timeout',
])('isUnavailable: pg reports without a code: %s', (message) => {
  expect(isUnavailable(new Error(message))).toBe(true);
});

test.each([
  ['23505', 'duplicate key'],
  ['42P01', 'relation does not exist'],
  ['22021', 'invalid byte sequence'],
  ['ENOENT', 'no such file'],
  ['', 'disk full'],
])('isUnavailable: %s %s is an error of ours, not of the database', (code, message) => {
  expect(isUnavailable(withCode(code, message))).toBe(false);
});

test('isUnavailable: on SQLite a locked file and a read-only one are unavailable; a bad query is not an outage', () => {
  const folder = mkdtempSync(join(tmpdir(), 'companion-unavailable-'));
  const file = join(folder, 'x.sqlite');
  const holder = new DatabaseSync(file);
  holder.exec('create table x (y); begin immediate');
  const other = new DatabaseSync(file, { timeout: 0 });
  const reader = new DatabaseSync(file, { readOnly: true });
  const failure = (work: () => void): Error => {
    try {
      work();
    } catch (error) {
      if (error instanceof Error) return error;
    }
    throw new Error('it did not fail');
  };
  try {
    expect(isUnavailable(failure(() => other.exec('insert into x values (1)')))).toBe(true);
    expect(isUnavailable(failure(() => reader.exec('insert into x values (1)')))).toBe(true);
    expect(isUnavailable(failure(() => other.exec('select z from x')))).toBe(false);
  } finally {
    for (const each of [holder, other, reader]) each.close();
    rmSync(folder, { recursive: true });
  }
});
