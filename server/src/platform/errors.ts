/** A failure that the person should be told of, with its HTTP status and a message per field. */
export class Refusal extends Error {
  readonly status: number;
  readonly errors: Record<string, string> | undefined;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, errors?: Record<string, string>, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }
}

/** @throws Refusal always */
export function refuse(status: number, message: string, errors?: Record<string, string>): never {
  throw new Refusal(status, message, errors);
}

/** In seconds: long enough not to storm a database that comes back, short enough for a person who waits. */
const RETRY_AFTER = '2';

/** For what is over in a moment: the database is away, or there are more requests than can be answered. */
export const notNow = (why = 'We cannot answer right now. Please try again in a moment.'): Refusal =>
  new Refusal(503, why, undefined, { 'retry-after': RETRY_AFTER });

/** What an operator gave (a file, a setting, a name) cannot be used. The message names it and says what to correct. */
export class InputError extends Error {
  override readonly name: string = 'InputError';
}
