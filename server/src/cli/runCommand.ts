import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readConfig } from '../platform/config.ts';
import { openDatabaseBeside } from '../platform/db/openDatabase.ts';
import { sqliteFile } from '../platform/db/sqliteDialect.ts';
import { deriveKeys, readOrMakeSecret } from '../platform/keys.ts';
import type { Services } from '../platform/services.ts';
import { type Command, type CommandContext, CommandError, type Given } from './command.ts';
import { startProgress, type Terminal } from './progress.ts';

export interface CommandRunner extends Pick<CommandContext, 'env' | 'now' | 'say'> {
  /** What precedes the words in a terminal, for the usage: `npm run event --` */
  program: string;
  /** Prints a line about what is wrong. */
  fail(line: string): void;
  /** Undefined where nobody watches, as in a pipe. */
  terminal?: Terminal;
}

/**
 * Runs the command that the words begin with.
 * @returns the exit code: 0 done, 1 it could not be done, 2 it was not understood
 */
export async function runCommand(
  commands: Command[],
  words: string[],
  { program, terminal, ...context }: CommandRunner,
): Promise<0 | 1 | 2> {
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));
  if (!command) {
    const asked = words.length === 0 || words.includes('--help');
    const typed = commands.some(({ name }) => name.startsWith(`${words[0]} `)) ? words.slice(0, 2) : words.slice(0, 1);
    const list = commands.map(({ name, usage, summary }) => `  ${name} ${usage}\n      ${summary}`);
    const text = [`Usage: ${program} COMMAND`, ...list].join('\n');
    (asked ? context.say : context.fail)(asked ? text : `There is no command "${typed.join(' ')}".\n${text}`);
    return asked ? 0 : 2;
  }
  const usage = `Usage: ${program} ${command.name} ${command.usage}`;
  try {
    const args = words.slice(command.name.split(' ').length);
    const { positionals, values } = parse(args, command);
    refuseLostOptions(command, values, context.env);
    if (values.help) context.say(`${usage}\n${command.summary}`);
    else await runWithProgress(command, { positionals, values }, { ...context, terminal });
    return 0;
  } catch (error) {
    if (!(error instanceof Error) || error instanceof TypeError || error instanceof ReferenceError) throw error;
    const unclear = error instanceof CommandError && error.usage;
    context.fail(unclear ? `${error.message}\n${usage}` : error.message);
    return unclear ? 2 : 1;
  }
}

async function runWithProgress(
  command: Command,
  given: Given,
  { terminal, ...context }: Pick<CommandRunner, 'env' | 'now' | 'say' | 'terminal'>,
): Promise<void> {
  const progress = terminal && startProgress(terminal, command.name);
  try {
    await command.run(given, {
      ...context,
      say: (line) => {
        progress?.clear();
        context.say(line);
      },
      progress: (state) => progress?.show(state),
      ask: progress?.ask,
      withServices: (work) => withServices(command, context, work),
    });
  } finally {
    progress?.stop();
  }
}

function parse(args: string[], { options }: Command) {
  try {
    return parseArgs({ args, options: { ...options, help: { type: 'boolean' } }, allowPositionals: true });
  } catch (error) {
    // A TypeError that names the unknown option, followed by advice that does not apply here.
    const [told = ''] = (error instanceof Error ? error.message : String(error)).split('. To specify');
    throw new CommandError(`${told.replace(/\.$/, '')}.`, { usage: true });
  }
}

/**
 * Without the `--` of `npm run event --`, npm keeps the options for itself and hands on the rest: a dry run would be a
 * real one.
 */
function refuseLostOptions({ options = {} }: Command, values: Given['values'], env: CommandContext['env']): void {
  const lost = Object.keys(options).find(
    (name) => values[name] === undefined && env[`npm_config_${name.replaceAll('-', '_')}`],
  );
  if (lost) throw new CommandError(`npm took --${lost} for itself: write -- before the command.`, { usage: true });
}

async function withServices<Result>(
  { makesDatabase }: Command,
  { env, now }: Pick<CommandContext, 'env' | 'now'>,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(env);
  const file = sqliteFile(config.dataDir);
  if (!config.databaseUrl && !makesDatabase && !existsSync(file)) {
    throw new CommandError(`DATA_DIR: there is no database ${file}.`);
  }
  const { db, close } = await openDatabaseBeside({ url: config.databaseUrl, folder: config.dataDir });
  try {
    const keys = deriveKeys(config.tokenSecret ?? readOrMakeSecret(config.dataDir));
    return await work({ config, db, keys, now });
  } finally {
    await close();
  }
}
