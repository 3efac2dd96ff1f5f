import type { ParseArgsOptionsConfig } from 'node:util';
import { InputError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';

/** One command of `npm run event -- …`. */
export interface Command {
  /** As it is typed: `import schedule`. */
  name: string;
  /** What follows the name: `FILE --zone ZONE [--dry-run]`. */
  usage: string;
  /** One line for the list of commands. */
  summary: string;
  options?: ParseArgsOptionsConfig;
  /** It may be the first to use a data folder; the others would only hide that the folder's name was mistyped. */
  makesDatabase?: true;
  /** @throws CommandError with what the person who typed it can correct */
  run(given: Given, context: CommandContext): Promise<void>;
}

/** What was typed after the name. */
export interface Given {
  positionals: string[];
  values: Record<string, string | boolean | (string | boolean)[] | undefined>;
}

export interface CommandContext {
  env: Record<string, string | undefined>;
  now(): number;
  /** Prints a line. */
  say(line: string): void;
  /** Shows how far a long command is, on a terminal; elsewhere it prints nothing. */
  progress(state: string): void;
  /** Asks on the terminal; undefined where nobody can answer, as in a pipe. */
  ask: ((question: string) => Promise<string>) | undefined;
  /** Runs `work` on the event's database, beside a running server or without one, and closes it. */
  withServices<Result>(work: (services: Services) => Promise<Result>): Promise<Result>;
}

/** Printed as it is, without a stack; with `usage`, for what cannot be understood, the usage is printed too. */
export class CommandError extends InputError {
  override readonly name = 'CommandError';
  readonly usage: boolean;

  constructor(message: string, options: { usage?: boolean } = {}) {
    super(message);
    this.usage = options.usage ?? false;
  }
}

/**
 * Asks before something is lost: on a terminal a person answers, elsewhere the flag does.
 * @throws CommandError unless the answer is yes
 */
export async function confirm(
  { ask }: Pick<CommandContext, 'ask'>,
  { what, flag, isGiven }: { what: string; flag: string; isGiven: boolean },
): Promise<void> {
  if (isGiven) return;
  if (!ask) throw new CommandError(`${what}\nNothing is written. If this is meant, run it again with ${flag}.`);
  const answer = await ask(`${what}\nType yes to go on: `);
  if (answer.trim().toLowerCase() !== 'yes') throw new CommandError('Stopped: nothing is written.');
}
