import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { repositoryFiles } from './repositoryFiles.ts';
import { ROOT } from './runCommand.ts';

/*
 * One thing has one word (docs/glossary.md). This test rejects the words that earlier code used instead, also as parts
 * of names: `carrierOf` and `MAIL_CARRIER` contain `carrier`.
 */

/** Words to avoid, with what to write instead. */
const REPLACED: [words: RegExp, instead: string][] = [
  [/nobody(?:'s)?|none such/, 'no one, or the noun: no attendee, no server'],
  [/whoever|whomever/, 'anyone who, or the noun: a visitor, an attendee'],
  [/whom/, 'who, or another sentence'],
  [/whatever else/, 'other, or name it'],
  [/told|tells?/, 'gets, reports, logs, shows, answers, says'],
  [/tak(?:es?|en) in/, 'reads, imports, accepts'],
  [/wants? (?:its|their)/, 'requires'],
  [/back-ups?/, 'backup'],
  [/calendar programs?/, 'calendar app'],
  [/carriers?|carried/, 'provider; sent, delivered'],
  [/patience/, 'timeout'],
  [/mend(?:s|ed|ing)?/, 'fix'],
  [/by itself alone|bears that|begins? so/, 'another sentence'],
  [/midst|in vain/, 'during, without effect'],
  [/beside/, 'next to, with, in addition to'],
  [/meanwhile/, 'while ..., in between'],
  [/kept ready/, 'cached'],
  [/doors(?: open)?/, 'arrivals'],
  [/sa(?:ys?|id) so/, 'reports it'],
  [/rehears(?:e|es|ed|al)/, 'dry run'],
  [/ways? on/, 'next step'],
  [/tak(?:e|es|ing) (?:turns|a turn)/, 'waits for the lock'],
  [/let go/, 'released'],
  [/what people wrote/, 'answers, comments, feedback'],
  [/(?:lies|lie|stands|stand) (?:in|beside)/, 'is in, is next to'],
  [/wrong letters/, 'invalid characters'],
];

/** Lines in which a word is right. */
const ALLOWED: { word: string; line: RegExp; reason: string }[] = [
  { word: 'nobody', line: /'postgres', 'nobody'/, reason: 'a user of Unix systems' },
  { word: 'carrier', line: /mobile carrier/, reason: 'the company of a phone, not what sends our messages' },
  { word: 'back-up', line: /'summit-companion back-up'/, reason: 'the name of the format in every backup file' },
];

/** Not our prose: generated, legal, frozen, or the texts of a fictional event and its organizer. */
const EXEMPT = [
  /^package-lock\.json$/,
  /^LICENSE$/,
  /^web\/src\/ui\/fonts\//,
  /^events\//,
  // Migrations are never edited after their release.
  /^server\/src\/platform\/db\/migrations\//,
  /^testkit\/src\/plainEnglish\.test\.ts$/,
];

const WORDS = new RegExp(`\\b(?:${REPLACED.map(([words]) => words.source).join('|')})\\b`, 'gi');

const lines = repositoryFiles()
  .filter((file) => !EXEMPT.some((pattern) => pattern.test(file)))
  .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }))
  .filter(({ text }) => !text.includes('\0'))
  .flatMap(({ file, text }) => text.split('\n').map((line, index) => ({ line, at: `${file}:${index + 1}` })));

test('plain English: no file uses a word that the glossary replaces', () => {
  expect(lines.flatMap(({ line, at }) => replacedWords(line).map((word) => `${at}: ${word}`))).toEqual([]);
});

test('plain English: every exception is in use', () => {
  expect(ALLOWED.filter((allowed) => !lines.some(({ line }) => allowed.line.test(line)))).toEqual([]);
});

test('plain English: a replaced word is found in sentences and in names, and an allowed one is not', () => {
  expect(replacedWords('// Nobody is told, and the messages are carried meanwhile.')).toEqual([
    'Nobody: no one, or the noun: no attendee, no server',
    'told: gets, reports, logs, shows, answers, says',
    'carried: provider; sent, delivered',
    'meanwhile: while ..., in between',
  ]);
  expect(replacedWords('const carrierOf = tellEach(MAIL_PATIENCE);')).toHaveLength(3);
  expect(replacedWords('real phones of every mobile carrier')).toEqual([]);
  expect(replacedWords('const takenInterval = recommend(retold);')).toEqual([]);
});

/** Returns the replaced words of a line, each with what to write instead. */
function replacedWords(line: string): string[] {
  const words = line.replace(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll('_', ' ');
  return [...words.matchAll(WORDS)]
    .map(([word]) => word)
    .filter((word) => !ALLOWED.some((allowed) => allowed.word === word.toLowerCase() && allowed.line.test(line)))
    .map((word) => `${word}: ${insteadOf(word)}`);
}

const insteadOf = (word: string) =>
  REPLACED.find(([words]) => new RegExp(`^(?:${words.source})$`, 'i').test(word))?.[1] ?? '';
