import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './runCommand.ts';

/* What the documents for operators name, exists: settings, commands, metrics, files. */

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const operations = read('docs/operations.md');
const found = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, name]) => name ?? '')),
];

/** Settings of others' programs, and of compose.yaml alone. */
const NOT_OURS = ['POSTGRES_PASSWORD', 'TLS', 'NAME'];

test('every setting that docs/operations.md, CHANGELOG.md and compose.yaml name is in .env.example', () => {
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

test('every command that docs/operations.md names is one of `npm run event`, and README.md lists all of those', () => {
  const commands = found(read('server/src/cli/eventCommand.ts'), /^import \{ \w+ \} from '(\.\/.*Command\.ts)'/gm)
    .map((file) => read(path.join('server/src/cli', file)))
    .flatMap((text) => found(text, /^ {2}name: '([a-z ]+)'/gm));
  const named = found(
    operations,
    /(?:npm run event --|server\/src\/cli\/eventCommand\.ts) ([a-z]+(?: archive| person| schedule| attendees)?)/g,
  );

  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !commands.includes(name))).toEqual([]);
  expect(commands.filter((name) => !read('README.md').includes(`\`${name}\``))).toEqual([]);
});

test('every metric that docs/operations.md names is counted', () => {
  const known = ['http/metrics.ts', 'http/outboxMetrics.ts', 'http/limitMetrics.ts'].flatMap((file) =>
    found(read(path.join('server/src', file)), /name: '(\w+)'/g),
  );
  const named = found(operations, /\b((?:http|outbox|database|companion|daily)_\w+)/g).filter(
    (name) => name !== 'companion_env',
  );

  expect(named.sort()).toEqual(known.sort());
});

test('every file that the documents at the top and docs/operations.md name exists', () => {
  const documents = [operations, ...['SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].map(read)].join('\n');
  const named = found(
    documents,
    /(?<![\w./-])((?:docs|server|testkit)\/[\w./-]+\w|[A-Z]+\.md|compose\.yaml|Dockerfile)/g,
  );
  const missing = named.filter(
    (name) => !existsSync(path.join(ROOT, name)) && !existsSync(path.join(ROOT, `${name}.md`)),
  );

  expect(named.length).toBeGreaterThan(8);
  // Decisions are named by number.
  expect(missing.filter((name) => !/^docs\/decisions\/\d{3}$/.test(name))).toEqual([]);
});
