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
