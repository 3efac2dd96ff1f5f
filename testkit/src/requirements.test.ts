import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { repositoryFiles } from './repositoryFiles.ts';
import { ROOT } from './runCommand.ts';

/*
 * docs/requirements.md and the tests refer to each other: when a test is renamed, moved or removed, its lines change too,
 * and a test that cites a section is listed at a requirement of that section.
 */

const DOCUMENT = 'docs/requirements.md';
const SECTIONS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

interface Requirement {
  section: string;
  id: string;
  tests: { file: string; title: string }[];
}

const { requirements, sections, unread } = readDocument();
const titles = new Map(
  repositoryFiles()
    .filter((file) => /\.(?:spec|test)\.tsx?$/.test(file))
    .map((file) => [file, titlesIn(file)]),
);

test('requirements: every line is a section, a requirement or one of its tests', () => {
  expect(unread).toEqual([]);
  expect(requirements.length).toBeGreaterThan(150);
});

test('requirements: every section is there, and every id is unique and belongs to its section', () => {
  const ids = requirements.map(({ id }) => id);

  expect(sections).toEqual(SECTIONS);
  expect(requirements.filter(({ section, id }) => !id.startsWith(`R${section}.`))).toEqual([]);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('requirements: each has a test, and every listed test is in its file under this title', () => {
  const missing = requirements.flatMap(({ id, tests }) =>
    tests.filter(({ file, title }) => !titles.get(file)?.tests.includes(title)).map((named) => ({ id, ...named })),
  );

  expect(requirements.filter(({ tests }) => tests.length === 0).map(({ id }) => id)).toEqual([]);
  expect(missing).toEqual([]);
});

test('requirements: every test that cites a section is listed at a requirement of it', () => {
  const cited = [...titles].flatMap(([file, { tests }]) =>
    tests.flatMap((title) => sectionsIn(title).map((section) => ({ section, file, title }))),
  );
  const shown = new Set(
    requirements.flatMap(({ section, tests }) => tests.map(({ file, title }) => `§${section} ${file}: ${title}`)),
  );

  expect(cited.length).toBeGreaterThan(150);
  expect(
    cited.map(({ section, file, title }) => `§${section} ${file}: ${title}`).filter((name) => !shown.has(name)),
  ).toEqual([]);
});

test('requirements: a group that cites a section has a test at a requirement of it', () => {
  const cited = [...titles].flatMap(([file, { groups }]) =>
    groups.flatMap((title) => sectionsIn(title).map((section) => `§${section} ${file}`)),
  );
  const shown = new Set(requirements.flatMap(({ section, tests }) => tests.map(({ file }) => `§${section} ${file}`)));

  expect(cited.filter((group) => !shown.has(group))).toEqual([]);
});

function readDocument() {
  const lines = readFileSync(path.join(ROOT, DOCUMENT), 'utf8').split('\n');
  const sections: string[] = [];
  const requirements: Requirement[] = [];
  const unread: string[] = [];
  for (const line of lines.slice(lines.findIndex((line) => line.startsWith('## ')))) {
    const section = /^## (\d)\. \S/.exec(line)?.[1];
    const id = /^- \*\*(R\d\.\d+)\*\* \S/.exec(line)?.[1];
    const [, file, title] = /^ {2}- `([^`]+)`: (.+)$/.exec(line) ?? [];
    if (section) sections.push(section);
    else if (id) requirements.push({ section: sections.at(-1) ?? '', id, tests: [] });
    else if (file && title && requirements.length > 0) requirements.at(-1)?.tests.push({ file, title });
    // A requirement's text wraps; a test's line does not.
    else if (!(/^ {2}\S/.test(line) && requirements.at(-1)?.tests.length === 0) && line !== '') unread.push(line);
  }
  return { requirements, sections, unread };
}

/** Titles as written in the file. A title from a loop has its `${value}` or `%s` in the document too. */
function titlesIn(file: string): { tests: string[]; groups: string[] } {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, , title]) => title ?? '');
  return {
    // `test('...', () => {`, and `test.each([...])('...', (value) => {`, on one line or several.
    tests: found(/(?:\btest|\))\(\s*(['"`])((?:(?!\1)[\s\S])+)\1,\s*(?:async )?\(/g),
    groups: found(/\bdescribe\(\s*(['"`])((?:(?!\1)[\s\S])+)\1,/g),
  };
}

function sectionsIn(title: string): string[] {
  return [...new Set([...title.matchAll(/§(\d)/g)].map(([, section]) => section ?? ''))];
}
