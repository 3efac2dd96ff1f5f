import { resolve } from 'node:path';
import { InputError } from '../platform/inputError.ts';
import type { Services } from '../platform/services.ts';

/** One command of `npm run event -- …`. */
export interface Command {
  /** As typed: `import schedule`. */
  name: string;
  /** What follows the name, before the options: `FILE [SPEAKERS]`. */
  operands: string;
  /** One line for the list of commands. */
  summary: string;
  /** In the order of the usage, which is made of them, as is the help. */
  options?: Record<string, CommandOption>;
  /** May create the database. Any other command reports a missing one, because DATA_DIR may be mistyped. */
  makesDatabase?: true;
  /** @throws CommandError for what the operator can correct */
  run(given: Given, context: CommandContext): Promise<void>;
}

/** An option. Extends what `parseArgs` takes. */
export interface CommandOption {
  type: 'boolean' | 'string';
  multiple?: true;
  /** What stands for its value in the usage, such as `DATE`. */
  value?: string;
  /** What it does, which values it takes and when it is needed, for the help. */
  about: string;
  /** Where it must be given, or stands in place of the operands. Default: optional. */
  use?: 'required' | 'in place of operands';
}

/** `import schedule FILE [SPEAKERS] --zone ZONE [--dry-run]` */
export function usageOf({ name, operands, options = {} }: Command): string {
  const words = Object.entries(options).map(([option, declared]) => {
    const typed = typedOption(option, declared);
    if (declared.use === 'required') return typed;
    if (declared.use === 'in place of operands') return `| ${typed}`;
    return `[${typed}]${declared.multiple ? '...' : ''}`;
  });
  return [name, operands, ...words].filter(Boolean).join(' ');
}

/** One line for each option, below one another. */
export function explainOptions({ options = {} }: Command): string[] {
  const rows = Object.entries(options).map(([name, option]) => [typedOption(name, option), option.about] as const);
  const width = Math.max(...rows.map(([typed]) => typed.length));
  return rows.map(([typed, about]) => `  ${typed.padEnd(width)}  ${about}`);
}

const typedOption = (name: string, { value }: CommandOption): string =>
  value === undefined ? `--${name}` : `--${name} ${value}`;

/** The arguments after the name. */
export interface Given {
  positionals: string[];
  values: Record<string, string | boolean | (string | boolean)[] | undefined>;
}

export interface CommandContext {
  env: Record<string, string | undefined>;
  now(): number;
  print(line: string): void;
  /** Shows the progress of a long command on a terminal. Without one, prints nothing. */
  progress(state: string): void;
  /** Asks on the terminal. Undefined without one, as in a pipe. */
  ask: ((question: string) => Promise<string>) | undefined;
  /** Opens the database, which a running server may also use, runs `work` and closes it. */
  withServices<Result>(work: (services: Services) => Promise<Result>): Promise<Result>;
}

/** Printed without a stack. With `usage`, for unclear arguments, the usage follows the message. */
export class CommandError extends InputError {
  override readonly name = 'CommandError';
  readonly usage: boolean;

  constructor(message: string, options: { usage?: boolean } = {}) {
    super(message);
    this.usage = options.usage ?? false;
  }
}

/**
 * Asks the operator before data are removed. Without a terminal, the flag confirms it.
 * @throws CommandError unless it is confirmed
 */
export async function confirm(
  { ask }: Pick<CommandContext, 'ask'>,
  { what, flag, isGiven }: { what: string; flag: string; isGiven: boolean },
): Promise<void> {
  if (isGiven) return;
  if (!ask) throw new CommandError(`${what}\nNothing was written. To confirm, run the command again with ${flag}.`);
  const answer = await ask(`${what}\nType yes to go on: `);
  if (answer.trim().toLowerCase() !== 'yes') throw new CommandError('Stopped. Nothing was written.');
}

/**
 * Resolves a path against the folder in which the operator typed it: npm runs scripts in the repository's folder.
 * @throws CommandError for an address on the web
 */
export function typedPath(path: string, env: CommandContext['env']): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path)) {
    throw new CommandError(
      `${path} is a web address, but this command reads and writes files only. ` +
        `Download it first, for example with: curl -fL -o FILE '${path}'. Then name that file.`,
    );
  }
  return resolve(env.INIT_CWD ?? '', path);
}

/** @throws CommandError unless exactly one file is given */
export function oneFile(positionals: string[], env: CommandContext['env']): string {
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new CommandError('Name one file.', { usage: true });
  return typedPath(file, env);
}

/** @throws CommandError unless exactly one person is given */
export function onePerson(positionals: string[]): string {
  const [who, ...more] = positionals;
  if (!who?.trim() || more.length > 0) {
    throw new CommandError('Name one person by account id, e-mail or phone number, in quotes if it contains spaces.', {
      usage: true,
    });
  }
  return who.trim();
}
