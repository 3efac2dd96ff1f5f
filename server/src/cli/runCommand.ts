import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { secretWarning } from '../messages/outbox.ts';
import { sqliteFile } from '../platform/db/sqliteDialect.ts';
import { deriveKeys, readOrMakeSecret } from '../platform/deriveKeys.ts';
import { openDatabaseForCommand } from '../platform/openDatabase.ts';
import { printable } from '../platform/printable.ts';
import { readConfig } from '../platform/readConfig.ts';
import type { Services } from '../platform/services.ts';
import { type Command, type CommandContext, CommandError, explainOptions, type Given, usageOf } from './command.ts';
import { startProgress, type Terminal } from './progress.ts';

export interface CommandRunner extends Pick<CommandContext, 'env' | 'now' | 'print'> {
  /** What precedes the command in the usage: `npm run event --`. */
  program: string;
  printError(line: string): void;
  /** Undefined when no person uses the command, as in a pipe. */
  terminal?: Terminal;
}

/**
 * Runs the command that the first arguments name.
 * @returns the exit code: 0 for success, 1 for a failure, 2 for unclear arguments
 */
export async function runCommand(
  commands: Command[],
  args: string[],
  { program, terminal, ...runner }: CommandRunner,
): Promise<0 | 1 | 2> {
  const context = {
    ...runner,
    print: (line: string) => runner.print(printable(line)),
    printError: (line: string) => runner.printError(printable(line)),
  };
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => args[index] === word));
  if (!command) return listCommands(commands, args, { ...context, program });
  const usage = `Usage: ${program} ${usageOf(command)}`;
  try {
    const { positionals, values } = parse(args.slice(command.name.split(' ').length), command);
    rejectLostOptions(command, values, context.env);
    if (values.help) context.print([usage, command.summary, ...explainOptions(command)].join('\n'));
    else await runWithProgress(command, { positionals, values }, { ...context, terminal });
    return 0;
  } catch (error) {
    if (!(error instanceof Error) || error instanceof TypeError || error instanceof ReferenceError) throw error;
    const isUnclear = error instanceof CommandError && error.usage;
    context.printError(isUnclear ? `${error.message}\n${usage}` : error.message);
    return isUnclear ? 2 : 1;
  }
}

/** Prints the commands, or only those that begin with the typed word, such as `staff`. */
function listCommands(
  commands: Command[],
  [word = '', next = '', ...more]: string[],
  { program, print, printError }: Pick<CommandRunner, 'program' | 'print' | 'printError'>,
): 0 | 2 {
  const group = commands.filter(({ name }) => name.startsWith(`${word} `));
  const list = (group.length > 0 ? group : commands).map((each) => `  ${usageOf(each)}\n      ${each.summary}`);
  const text = [`Usage: ${program} ${group.length > 0 ? `${word} ` : ''}COMMAND`, ...list].join('\n');
  if (word === '' || [word, next, ...more].includes('--help')) {
    print(text);
    return 0;
  }
  const isIncomplete = group.length > 0 && (next === '' || next.startsWith('-'));
  const typed = group.length > 0 ? `${word} ${next}` : word;
  printError(`${isIncomplete ? `"${word}" is not a whole command.` : `There is no command "${typed}".`}\n${text}`);
  return 2;
}

async function runWithProgress(
  command: Command,
  given: Given,
  { terminal, ...context }: Pick<CommandRunner, 'env' | 'now' | 'print' | 'terminal'>,
): Promise<void> {
  const progress = terminal && startProgress(terminal, command.name);
  try {
    await command.run(given, {
      ...context,
      print: (line) => {
        progress?.clear();
        context.print(line);
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
    // The advice after the first sentence does not apply here.
    const [problem = ''] = (error instanceof Error ? error.message : String(error)).split('. To specify');
    throw new CommandError(`${problem.replace(/\.$/, '')}.`, { usage: true });
  }
}

/** Without `--` after `npm run event`, npm consumes the options: a dry run would write. */
function rejectLostOptions({ options = {} }: Command, values: Given['values'], env: CommandContext['env']): void {
  const lost = Object.keys(options).find(
    (name) => values[name] === undefined && env[`npm_config_${name.replaceAll('-', '_')}`],
  );
  if (lost) throw new CommandError(`npm did not pass on --${lost}: write -- before the command.`, { usage: true });
}

async function withServices<Result>(
  { makesDatabase }: Command,
  { env, now, print }: Pick<CommandContext, 'env' | 'now' | 'print'>,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(env);
  const file = sqliteFile(config.dataDir);
  if (!config.databaseUrl && !makesDatabase && !existsSync(file)) {
    throw new CommandError(
      `DATA_DIR: there is no database ${file}. Correct the setting, or create the database with "load".`,
    );
  }
  const { db, close } = await openDatabaseForCommand({ url: config.databaseUrl, folder: config.dataDir });
  try {
    const keys = deriveKeys(config.tokenSecret ?? readOrMakeSecret(config.dataDir));
    const warning = await secretWarning(db, keys);
    if (warning) print(`warning: ${warning}`);
    return await work({ config, db, keys, now });
  } finally {
    await close();
  }
}
