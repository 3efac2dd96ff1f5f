import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './runCommand.ts';

/* The documents for operators name only settings, commands, metrics and files that exist. */

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const operations = read('docs/operations.md');
const found = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, name]) => name ?? '')),
];

/** Settings of other programs, and of compose.yaml only. */
const NOT_OURS = ['POSTGRES_PASSWORD', 'TLS', 'NAME'];

test('operations: every setting in docs/operations.md, CHANGELOG.md and compose.yaml is in .env.example', () => {
  const known = found(read('.env.example'), /^#?([A-Z_]+)=/gm);
  const texts = [operations, read('CHANGELOG.md'), read('SECURITY.md')].join('\n');
  const named = [
    ...found(texts, /`([A-Z][A-Z_]+[A-Z])(?:=[^`]*)?`/g),
    ...found(read('compose.yaml'), /^ {4}([A-Z_]+):/gm),
    ...found(read('compose.yaml'), /\$\{([A-Z_]+)/g),
  ];

  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !known.includes(name) && !NOT_OURS.includes(name))).toEqual([]);
});

test('operations: every command in docs/operations.md is one of `npm run event`, and README.md lists all of them', () => {
  const commands = readdirSync(path.join(ROOT, 'server/src/cli'))
    .filter((file) => /Commands?\.ts$/.test(file))
    .map((file) => read(path.join('server/src/cli', file)))
    .flatMap((text) => found(text, /^ {2}name: '([a-z ]+)'/gm));
  const named = found(
    operations,
    /(?:npm run event --|server\/src\/cli\/eventCommand\.ts) ([a-z]+(?: archive| person| pack| schedule| attendees| (?<=staff )(?:invite|list|remove|recover))?)/g,
  );

  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !commands.includes(name))).toEqual([]);
  expect(commands.filter((name) => !read('README.md').includes(`\`${name}\``))).toEqual([]);
});

test('operations: docs/operations.md lists exactly the metrics of the server', () => {
  const known = ['http/metrics.ts', 'http/databaseMetrics.ts'].flatMap((file) =>
    found(read(path.join('server/src', file)), /name: '(\w+)'/g),
  );
  const named = found(operations, /\b((?:http|outbox|database|companion|daily|hourly)_\w+)/g).filter(
    (name) => name !== 'companion_env',
  );

  expect(named.sort()).toEqual(known.sort());
});

test('operations: every file that docs/operations.md and the documents in the root name exists', () => {
  const documents = [operations, ...['SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].map(read)].join('\n');
  const named = found(
    documents,
    /(?<![\w./-])((?:docs|server|testkit)\/[\w./-]+\w|[A-Z]+\.md|compose\.yaml|Dockerfile)/g,
  );
  const missing = named.filter(
    (name) => !existsSync(path.join(ROOT, name)) && !existsSync(path.join(ROOT, `${name}.md`)),
  );

  expect(named.length).toBeGreaterThan(8);
  // Decisions are cited by number.
  expect(missing.filter((name) => !/^docs\/decisions\/\d{3}$/.test(name))).toEqual([]);
});
