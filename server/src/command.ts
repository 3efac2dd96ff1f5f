import type { ParseArgsOptionsConfig } from 'node:util';
import type { Services } from './services.ts';

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
  /** @throws CommandError with what the person who typed it can mend */
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
  /** Runs `work` on the event's database, beside a running server or without one, and closes it. */
  withServices<Result>(work: (services: Services) => Promise<Result>): Promise<Result>;
}

/** Told as it stands, without a stack. `usage`: what was typed cannot be understood, so the usage is told too. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly usage: boolean;

  constructor(message: string, options: { usage?: boolean } = {}) {
    super(message);
    this.usage = options.usage ?? false;
  }
}
