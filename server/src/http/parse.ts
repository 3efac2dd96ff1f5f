import type { FastifyInstance } from 'fastify';
import type { z } from 'zod/mini';
import { HttpError } from './httpError.ts';

/** In characters: to decode or to parse a body of this length takes some milliseconds each. */
const LONG_BODY = 1024 * 1024;

/** Bodies are JSON: anything else is a 415, not text that no schema matches. */
export function parseJsonOnly(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    // Others are answered between the decoding and the parsing of a long one.
    if (text.length > LONG_BODY) setImmediate(() => parseJson(request, text, done));
    else parseJson(request, text, done);
  });
}

/** Why one value is invalid: zod's own issue type, narrowed to what is read here. */
interface Issue {
  code?: string;
  message: string;
  path: PropertyKey[];
  errors?: Issue[][];
}

/**
 * Checks input against its schema.
 * @returns the parsed value: trimmed, without unknown fields
 * @throws HttpError 400 with a message per field
 */
export function parse<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value ?? {});
  if (!parsed.success) throw invalid(messagesByField(parsed.error.issues));
  rejectUnstorable(parsed.data);
  return parsed.data;
}

const invalid = (errors: Record<string, string>) => new HttpError(400, 'Please check what you entered.', errors);

function messagesByField(issues: Issue[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of issues) {
    // For a union of shapes, the first one is explained (contract, updateAccount).
    if (issue.code === 'invalid_union' && issue.path.length === 0 && issue.errors?.[0]) {
      Object.assign(errors, messagesByField(issue.errors[0]));
    } else if (issue.path.length === 0) {
      errors.body = 'Must be a JSON object';
    } else {
      errors[String(issue.path[0])] ??= issue.message;
    }
  }
  return errors;
}

/**
 * PostgreSQL cannot store U+0000, and no database stores half a surrogate pair.
 * @throws HttpError 400 with a message per field
 */
export function rejectUnstorable(fields: unknown): void {
  const named = Object.entries(fields ?? {}).filter(([, value]) => hasUnstorable(value));
  if (named.length === 0) return;
  throw invalid(Object.fromEntries(named.map(([field]) => [field, 'Must not contain control characters'])));
}

/** Without recursion, because a body may be nested deeper than the stack. */
function hasUnstorable(field: unknown): boolean {
  const left = [field];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) return true;
    if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) left.push(part);
  }
  return false;
}
