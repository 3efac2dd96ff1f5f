import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { repositoryFiles } from './repositoryFiles.ts';
import { ROOT } from './runCommand.ts';

/*
 * Every reference has a target in this repository: a section or an id in docs/requirements.md, a number in
 * docs/decisions/. Documents elsewhere are not cited.
 */

interface Line {
  text: string;
  at: string;
}

const requirements = readFileSync(path.join(ROOT, 'docs/requirements.md'), 'utf8');
const decisions = repositoryFiles().flatMap((file) => /^docs\/decisions\/((\d{3})-.+)$/.exec(file)?.slice(1, 3) ?? []);
const lines = repositoryFiles()
  .filter((file) => !['package-lock.json', 'LICENSE'].includes(file))
  .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }))
  .filter(({ text }) => !text.includes('\0'))
  .flatMap(({ file, text }) => text.split('\n').map((text, index): Line => ({ text, at: `${file}:${index + 1}` })));

test('references: every section is one of docs/requirements.md', () => {
  const sections = new Set([...requirements.matchAll(/^## (\d)\. /gm)].map(([, section]) => section));
  const { found, missing } = look(/§ ?(\d[\d.]*)/g, (section) => sections.has(section.replace(/\.$/, '')));

  expect(found).toBeGreaterThan(200);
  expect(missing).toEqual([]);
});

test('references: every requirement is one of docs/requirements.md', () => {
  const ids = new Set([...requirements.matchAll(/^- \*\*(R\d\.\d+)\*\* /gm)].map(([, id]) => id));
  const { found, missing } = look(/\b(R\d\.\d+)\b/g, (id) => ids.has(id));

  expect(found).toBeGreaterThan(150);
  expect(missing).toEqual([]);
});

test('references: every decision has its record', () => {
  // `decision 004`, `decisions 004, 031`, `docs/decisions/004` and the whole name of a file.
  const { found, missing } = look(/\bdecisions?[ /]((?:\d+(?:-[\w.-]+\w)?)(?:(?:, | and )\d{3}\b)*)/gi, (list) =>
    list.split(/, | and /).every((named) => decisions.includes(named)),
  );

  expect(found).toBeGreaterThan(200);
  expect(missing).toEqual([]);
});

test('references: every file or folder that a document names exists', () => {
  const files = repositoryFiles();
  const named = lines
    .filter(({ at }) => /^[^:]+\.md:/.test(at))
    .flatMap(({ text, at }) =>
      [...text.matchAll(/`((?:contract|client|server|web|console|testkit|bench|e2e|events|docs)\/[\w./-]+)`/g)].map(
        ([, name = '']) => ({
          name,
          at,
        }),
      ),
    );
  // What a build or a person makes is in no commit.
  const committed = named.filter(({ name }) => !/^(?:(?:web|console)\/dist|events\/(?!demo))/.test(name));
  const missing = committed.filter(({ name }) => !files.some((file) => file === name || file.startsWith(name)));

  expect(committed.length).toBeGreaterThan(300);
  expect(missing.map(({ name, at }) => `${at}: ${name}`)).toEqual([]);
});

test('references: no document outside the repository is cited', () => {
  const outside = [
    /\bspec\.md\b/,
    /\bdecisions\.md\b/,
    /\bthe spec\b(?!\.\w)/i,
    /\bshared\/\w/,
    // A decision without its number, and other documents.
    /(?<!docs\/)\bdecisions?(?:, [\w" -]+)?\)/i,
    /\((?:issue \d|design\)|stack\))/,
    /\/\*\* ?Decisions\b(?! \d{3})/,
  ];
  const citing = lines.filter(({ text }) => outside.some((pattern) => pattern.test(text)));

  expect(citing.map(({ at, text }) => `${at}: ${text.trim()}`)).toEqual([]);
});

/** Counts the references, and lists those without a target. */
function look(pattern: RegExp, exists: (reference: string) => boolean): { found: number; missing: string[] } {
  const references = lines.flatMap(({ text, at }) => [...text.matchAll(pattern)].map((match) => ({ match, at })));
  const missing = references.filter(({ match: [, reference] }) => !exists(reference ?? ''));
  return { found: references.length, missing: missing.map(({ match: [text], at }) => `${at}: ${text}`) };
}
