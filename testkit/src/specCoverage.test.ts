import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './runCommand.ts';

/*
 * docs/spec-coverage.md names, for each sentence of the specification, the test that shows it. A test that is renamed,
 * moved or dropped must take its line along.
 */

const SECTIONS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

interface Line {
  section: string;
  point: string;
  file: string;
  title: string;
}

const text = readFileSync(path.join(ROOT, 'docs/spec-coverage.md'), 'utf8');
const rows = text
  .split(/^## /m)
  .slice(1)
  .flatMap((part) => part.split('\n').map((line) => ({ section: part.split('.')[0] ?? '', line })))
  .filter(({ line }) => line.startsWith('|') && !/^\|(?: Point|---)/.test(line));
const lines = rows.flatMap(({ section, line }): Line[] => {
  const [, point, file, title] = /^\| (.+?) \| `([^`]+)` \| (.+) \|$/.exec(line) ?? [];
  return point && file && title ? [{ section, point, file, title }] : [];
});

test('coverage: every line has its point, a file and a title', () => {
  const written = lines.map(({ point, file, title }) => `| ${point} | \`${file}\` | ${title} |`);

  expect(rows.map(({ line }) => line)).toEqual(written);
});

test('coverage: every section of the specification is there, in its order, and no point twice', () => {
  const points = lines.map(({ section, point }) => `${section}: ${point}`);

  expect([...new Set(lines.map(({ section }) => section))]).toEqual(SECTIONS);
  expect(points.filter((point, index) => points.indexOf(point) !== index)).toEqual([]);
  expect(lines.length).toBeGreaterThan(150);
});

test('coverage: every title stands in its file, as the title of a test', () => {
  const titles = new Map<string, string[]>();
  const missing = lines.filter(({ file, title }) => {
    if (!titles.has(file)) titles.set(file, titlesIn(file));
    return !titles.get(file)?.includes(title);
  });

  expect(missing.map(({ file, title }) => `${file}: ${title}`)).toEqual([]);
});

/** As they are written: where a loop makes the title, the document has its `${value}` or `%s` too. */
function titlesIn(file: string): string[] {
  const absolute = path.join(ROOT, file);
  if (!/\.(?:spec|test)\.ts$/.test(file) || !existsSync(absolute)) return [];
  // `test('...', () => {`, and `test.each([...])('...', (value) => {`, on one line or several.
  const titled = /(?:\btest|\))\(\s*(['"`])((?:(?!\1)[\s\S])+)\1,\s*(?:async )?\(/g;
  return [...readFileSync(absolute, 'utf8').matchAll(titled)].map(([, , title]) => title ?? '');
}
