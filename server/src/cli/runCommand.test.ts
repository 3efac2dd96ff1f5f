import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runHere } from '@companion/testkit/runEvent';
import { makePlace } from '@companion/testkit/testDatabase';
import { expect, test } from 'vitest';
import { backupCommand } from './backupCommands.ts';
import { type Command, CommandError } from './command.ts';
import { inviteCommand } from './inviteCommands.ts';
import { checkCommand } from './packCommands.ts';

/** Prints its arguments, so that a test sees which command ran. */
const printing = (name: string): Command => ({
  name,
  operands: 'FILE',
  summary: `Does ${name}.`,
  options: {
    'dry-run': { type: 'boolean', about: 'writes nothing' },
    zone: { type: 'string', value: 'ZONE', about: 'the time zone' },
  },
  async run({ positionals, values }, { print }) {
    if (positionals[0] === 'unclear') throw new CommandError('Name one file.', { usage: true });
    if (positionals[0] === 'missing') throw new CommandError('missing: there is no such file.');
    print(`${name}: ${positionals} ${Object.keys(values)}`);
  },
});
const COMMANDS = ['load', 'import schedule', 'import attendees'].map(printing);
const run = (words: string, env: Record<string, string> = {}) => runHere(COMMANDS, words.split(' '), env);
const USAGE = 'FILE [--dry-run] [--zone ZONE]';
const OPTIONS = '  --dry-run    writes nothing\n  --zone ZONE  the time zone';
const listOf = (names: string[]) => names.map((name) => `  ${name} ${USAGE}\n      Does ${name}.`).join('\n');
const LIST = `Usage: event COMMAND\n${listOf(['load', 'import schedule', 'import attendees'])}`;
const GROUP = `Usage: event import COMMAND\n${listOf(['import schedule', 'import attendees'])}`;

test('runCommand: a command is matched by whole words', async () => {
  expect(await run('load a --dry-run')).toEqual({ code: 0, output: 'load: a dry-run' });
  expect(await run('import attendees a')).toEqual({ code: 0, output: 'import attendees: a ' });
});

test.each([
  ['loads a', 'loads'],
  ['load--dry-run a', 'load--dry-run'],
  ['--dry-run load a', '--dry-run'],
])('runCommand: %s is rejected as unknown, with the list of commands and exit code 2', async (words, named) => {
  expect(await run(words)).toEqual({ code: 2, output: `There is no command "${named}".\n${LIST}` });
});

test.each([
  ['import', '"import" is not a whole command.'],
  ['import --dry-run', '"import" is not a whole command.'],
  ['import people a', 'There is no command "import people".'],
])('runCommand: %s is rejected with the commands that begin with the word', async (words, problem) => {
  expect(await run(words)).toEqual({ code: 2, output: `${problem}\n${GROUP}` });
});

test('runCommand: --help prints the usage of one command and its options, of a group or of all, and runs none', async () => {
  expect(await run('--help')).toEqual({ code: 0, output: LIST });
  expect(await run('import --help')).toEqual({ code: 0, output: GROUP });
  expect(await run('load a --help')).toEqual({ code: 0, output: `Usage: event load ${USAGE}\nDoes load.\n${OPTIONS}` });
});

test('runCommand: an option that must be given, one in place of a file, and one that may be repeated are shown as such', async () => {
  const command: Command = {
    ...{ name: 'read', operands: 'FILE', summary: 'Reads.', run: async () => {} },
    options: {
      from: { type: 'string', value: 'ID', use: 'in place of operands', about: 'reads the API' },
      zone: { type: 'string', value: 'ZONE', use: 'required', about: 'the time zone' },
      person: { type: 'string', value: 'EMAIL', multiple: true, about: 'only this person' },
    },
  };

  expect((await runHere([command], ['read', '--help'], {})).output.split('\n')[0]).toBe(
    'Usage: event read FILE | --from ID --zone ZONE [--person EMAIL]...',
  );
});

test('runCommand: unclear arguments exit with 2 and the usage, a failure with 1 and its message', async () => {
  const usage = `Usage: event load ${USAGE}`;

  expect(await run('load unclear')).toEqual({ code: 2, output: `Name one file.\n${usage}` });
  expect(await run('load a --dry')).toEqual({ code: 2, output: `Unknown option '--dry'.\n${usage}` });
  expect(await run('load missing')).toEqual({ code: 1, output: 'missing: there is no such file.' });
});

test('runCommand: what the output quotes from a file cannot steer the terminal, nor change the order of a line', async () => {
  const quoted = '\u001b]0;title\u0007\u001b[2J\u009b1A\r\b\u007f\0\u2028\u2029\u202e\u2066A\tß\nname';
  const shown = ']0;title[2J1AA\tß\nname';
  const command: Command = {
    ...{ name: 'quote', operands: '', summary: '' },
    async run(_, { print }) {
      print(quoted);
      throw new CommandError(quoted);
    },
  };

  expect(await runHere([command], ['quote'], {})).toEqual({ code: 1, output: `${shown}\n${shown}` });
  expect(await runHere([command], [quoted], {})).toEqual({
    code: 2,
    output: expect.stringContaining(`There is no command "${shown}".\n`),
  });
});

test('runCommand: an option that npm consumed for lack of -- stops the command: a dry run would write', async () => {
  const env = { npm_config_dry_run: 'true' };

  expect(await run('load a', env)).toEqual({
    code: 2,
    output: `npm did not pass on --dry-run: write -- before the command.\nUsage: event load ${USAGE}`,
  });
  expect(await run('load a --dry-run', env)).toEqual({ code: 0, output: 'load: a dry-run' });
});

test('runCommand: a path is resolved in the folder where the operator typed it, not where npm runs the command', async () => {
  const demo = join(import.meta.dirname, '../../../events/demo');

  const typed = await runHere([checkCommand], ['check', '../demo'], { INIT_CWD: join(demo, '../other') });

  expect(typed).toEqual({ code: 0, output: expect.stringMatching(`^${demo} can be used: `) });
});

test('runCommand: the error for a wrong pack path names the packs that exist', async () => {
  const events = join(import.meta.dirname, '../../../events');
  const check = async (path: string) => (await runHere([checkCommand], ['check', join(events, path)], {})).output;

  expect(await check('demmo')).toContain(`: there is no such folder. Event packs in ${events}: demo.`);
  expect(await check('.')).toContain(
    `the folder has no event.yaml, so it is not an event pack. Event packs in ${events}: demo.`,
  );
  expect(await check('demo/event.yaml')).toContain('this is a file: name the folder of the event pack');
  expect(await check('demmo/autumn')).toContain(`There is no folder ${join(events, 'demmo')} either.`);
});

test.each([
  ['a command that writes', ['invite']],
  ['a command that reads one moment', ['backup', '/nowhere/backup.gz']],
])('runCommand: %s names the setting when PostgreSQL cannot be reached', async (_, words) => {
  const env = { DATABASE_URL: 'postgres://127.0.0.1:1/none', TOKEN_SECRET: 'a secret of these tests, long enough' };

  expect(await runHere([inviteCommand, backupCommand], words, env)).toEqual({
    code: 1,
    output: 'DATABASE_URL: the database cannot be used: connect ECONNREFUSED 127.0.0.1:1',
  });
});

test('runCommand: a command without its database or event reports it and creates nothing', async () => {
  const { where, remove } = await makePlace();
  const url: Record<string, string> = where.url ? { DATABASE_URL: where.url } : {};
  const env = { ...url, DATA_DIR: where.folder, TOKEN_SECRET: 'a secret of these tests, long enough' };
  try {
    expect(await runHere([inviteCommand], ['invite'], env)).toEqual({
      code: 1,
      output: where.url
        ? 'There is no event yet: load one first, with the command "load".'
        : `DATA_DIR: there is no database ${join(where.folder, 'companion.sqlite')}. Correct the setting, or create the database with "load".`,
    });
    expect(await readdir(where.folder)).toEqual([]);
  } finally {
    await remove();
  }
});
