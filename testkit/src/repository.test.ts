import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { envExample } from './envExample.ts';
import { repositoryFiles } from './repositoryFiles.ts';
import { ROOT, runCommand } from './runCommand.ts';

/*
 * Rules of the repository: names, documents and the lock file. Calls and routes are in specTables.test.ts, boundaries in
 * checkBoundaries.test.ts.
 */

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const files = repositoryFiles();
const DECISIONS_INDEX = 'docs/decisions/README.md';
const decisions = files.filter((file) => file.startsWith('docs/decisions/') && file !== DECISIONS_INDEX);

describe('names', () => {
  test('a file that exports one value is named after it, or after the type it belongs to', () => {
    const misnamed = files
      .filter((file) => /^(?:client|server|web|console|testkit|bench)\/src\/.*(?<!\.(?:test|spec|d))\.tsx?$/.test(file))
      // Files of queries, and migrations, which are named by number.
      .filter((file) => !/(?:Queries\.ts|\/migrations\/.*)$/.test(file))
      .map((file) => ({ file, ...exportsOf(read(file)) }))
      .filter(({ file, values, types }) => values.length === 1 && ![...values, ...types].some(isNamed(file)))
      .map(({ file, values: [only] }) => `${file} exports ${only}`);

    expect(misnamed).toEqual([]);
  });

  test('no folder is a catch-all, and no file is a barrel', () => {
    const folders = new Set(files.flatMap((file) => path.dirname(file).split('/')));
    const barrels = files.filter((file) => /\/index\.tsx?$/.test(file));

    expect(['hooks', 'utils', 'helpers', 'types', 'components'].filter((name) => folders.has(name))).toEqual([]);
    expect(barrels).toEqual([]);
  });
});

describe('styles', () => {
  test('a component names classes only that its style sheet has: a missing one shows as no style at all', () => {
    const named = files.filter((file) => /^(?:web|console)\/src\/.*\.tsx$/.test(file)).flatMap(classesNamedIn);

    expect(named.length).toBeGreaterThan(500);
    expect(
      named.filter(({ sheet, name }) => !new RegExp(`\\.${name}\\b`).test(read(sheet))).map(({ use }) => use),
    ).toEqual([]);
  });
});

describe('documents', () => {
  test('every path that docs/architecture.md names exists', () => {
    const named = [...read('docs/architecture.md').matchAll(/`([\w.@-]+\/[\w./-]*|[\w.-]+\.(?:ts|tsx|json|md))`/g)].map(
      ([, name]) => name ?? '',
    );

    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
  });

  test('.env.example is what the declarations of the settings say (`npm run env-example` writes it)', () => {
    expect(read('.env.example')).toBe(envExample());
  });

  test('decisions are numbered without gaps', () => {
    const numbers = decisions.flatMap((file) => /^docs\/decisions\/(\d{3})-[a-z0-9-]+\.md$/.exec(file)?.[1] ?? []);

    expect(numbers).toEqual(numbers.map((_, index) => String(index + 1).padStart(3, '0')));
    expect(numbers.length).toBe(decisions.length);
  });

  test('the index of the decisions lists each once, under its title, and marks ten to read first', () => {
    const lines = read(DECISIONS_INDEX).split('\n');
    const listed = lines.map((line) => line.replace('- ★ ', '- ')).filter((line) => line.startsWith('- ['));
    const titled = decisions.map((file) => {
      const [, number, title] = /^# (\d{3}): (.+)$/m.exec(read(file)) ?? [];
      return `- [${number}](${path.basename(file)}) ${title}`;
    });

    expect(listed.toSorted()).toEqual(titled);
    expect(lines.filter((line) => line.startsWith('- ★ ')).length).toBe(10);
  });

  test('prose wraps at 120 columns', () => {
    const documents = files.filter((file) => /^(?:docs\/.+|[A-Z]+)\.md$/.test(file));
    const tooLong = documents.flatMap((file) =>
      proseLines(read(file)).flatMap(({ line, number }) => (line.length > 120 ? `${file}:${number}` : [])),
    );

    expect(documents.length).toBeGreaterThan(60);
    expect(tooLong).toEqual([]);
  });

  test('no file names a package registry or a path of one machine', () => {
    const host = /\bregistry\.\w+\.\w|npmjs\.[a-z]|yarnpkg\.[a-z]|\b(?:artifactory|nexus)\.\w/i;
    const machine = /(?<![\w.])\/(?:work|root|home|Users)\//;
    const naming = files.filter((file) => {
      const text = read(file);
      return !text.includes('\0') && (host.test(text) || machine.test(text));
    });

    expect(naming).toEqual([]);
  });
});

describe('lock file', () => {
  interface LockEntry {
    link?: boolean;
    resolved?: string;
    integrity?: string;
    optionalDependencies?: Record<string, string>;
  }
  // npm's format 3; the test below fails where it has changed.
  const lock = JSON.parse(read('package-lock.json')) as {
    lockfileVersion: number;
    packages: Record<string, LockEntry>;
  };
  const entries = Object.entries(lock.packages);

  test('every optional dependency has its entry, so that other platforms can install', () => {
    const missing = entries.flatMap(([parent, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !isInstalledFor(parent, name))
        .map((name) => `${parent} -> ${name}`),
    );

    expect(lock.lockfileVersion).toBe(3);
    expect(missing).toEqual([]);
  });

  test('no entry says which registry it came from, and each has its checksum', () => {
    const installed = entries.filter(([name, { link }]) => name.includes('node_modules/') && !link);

    expect(entries.filter(([, { resolved }]) => resolved?.includes(':'))).toEqual([]);
    expect(installed.filter(([, { integrity }]) => !integrity)).toEqual([]);
  });

  test('npm ci under an older Node does not warn of it', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'companion-npm-'));
    const manifests = files.filter((file) => /^(?:\w+\/)?package(?:-lock)?\.json$|^\.npmrc$/.test(file));
    for (const file of manifests) cpSync(path.join(ROOT, file), path.join(folder, file));
    const oldNode = path.join(folder, 'oldNode.cjs');
    writeFileSync(oldNode, "Object.defineProperty(process, 'version', { value: 'v20.19.0' });\n");
    // `npm run` passes its settings in variables, which take precedence over the file.
    const env = { NODE_OPTIONS: `--require ${oldNode}`, npm_config_loglevel: '' };
    const { ok, output } = await runCommand('npm', ['ci', '--dry-run', '--prefix', folder], { env });
    rmSync(folder, { recursive: true });

    expect(output).not.toMatch(/EBADENGINE/);
    expect(output).toMatch(/added \d+ packages/);
    expect(ok).toBe(true);
  });

  /** Resolves as Node does: in the package, then in each folder above it. */
  function isInstalledFor(parent: string, name: string): boolean {
    if (`${parent}/node_modules/${name}`.replace(/^\//, '') in lock.packages) return true;
    return (
      parent !== '' && isInstalledFor(parent.replace(/(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$|^[^/]+$/, ''), name)
    );
  }
});

/** `limits.ts` may export LIMITS, and `stage.ts` the type Stage. */
const isNamed = (file: string) => (name: string) =>
  name.replaceAll('_', '').toLowerCase() ===
  path
    .basename(file)
    .replace(/\.tsx?$/, '')
    .toLowerCase();

function exportsOf(text: string): { values: string[]; types: string[] } {
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name ?? '');
  const listed = found(/^export (?:const )?\{([^}]*)\}/gm).flatMap((names) => names.split(',').filter(Boolean));
  return {
    values: [...found(/^export (?:async )?(?:function\*?|const|class) (\w+)/gm), ...listed],
    types: found(/^export (?:interface|type) (\w+)/gm),
  };
}

/** The lines of a document's prose, where a long line can be wrapped. */
function proseLines(text: string): { line: string; number: number }[] {
  const fenced = /^ *```[\s\S]*?^ *```$/gm;
  const indented = /^\n(?: {4}.*\n)+/gm;
  const generated = /^<!-- .*: begin -->[\s\S]*?^<!-- .*: end -->$/gm;
  // Line numbers stay.
  const empty = (lines: string) => lines.replace(/.+/g, '');
  const prose = [fenced, indented, generated].reduce((rest, block) => rest.replace(block, empty), text);
  const headingTableOrHtml = /^(?:#| *\||<)/;
  const link = /^ *(?:- )?\[[^\]]*\](?:\(\S+\)|: \S+)$/;
  const testOfRequirement = /^ {2}- `\S+\.(?:spec|test)\.tsx?`: /;
  return prose
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => ![headingTableOrHtml, link, testOfRequirement].some((pattern) => pattern.test(line)));
}

/** The classes of style sheets that a component names: `styles.row`. */
function classesNamedIn(file: string): { sheet: string; name: string; use: string }[] {
  const text = read(file);
  return [...text.matchAll(/^import (\w+) from '(\.[^']+\.module\.css)';$/gm)].flatMap(([, sheetName = '', at = '']) =>
    [...text.matchAll(new RegExp(`\\b${sheetName}\\.(\\w+)`, 'g'))]
      .map(([, name = '']) => name)
      // The end of an import of the same name.
      .filter((name) => name !== 'module')
      .map((name) => ({
        sheet: path.posix.join(path.posix.dirname(file), at),
        name,
        use: `${file}: ${sheetName}.${name}`,
      })),
  );
}
