import * as z from 'zod/mini';
import { textOrEmpty } from './tolerant.ts';

/** What a member of the staff may do: owners everything, editors the event's content and attendees, hosts the stage. */
export const STAFF_ROLES = ['owner', 'editor', 'host'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** Who sends a call of the staff: a member with a session, or a stage screen with its key. */
export type StaffCaller = StaffRole | 'stageScreen';

/** Who may make a call, and by what the server recognizes them. */
export type Caller =
  /** Everyone, from any page: it needs no session (§6). */
  | 'public'
  /** An attendee, by an access token; a 401 for others. */
  | 'account'
  /** Everyone, but only from the console's own pages: it needs no session, and may set the cookie of one. */
  | 'consolePage'
  /** These roles and stage screens, by a cookie, from the console's own pages; a 403 with the code `role` for others. */
  | readonly StaffCaller[];

/** How often a call may be made, by default as often as the server can answer (decision 023). */
export interface CallLimits {
  /** What one account may do in a window of time. Calls with the same `count` share it. */
  account?: { count: string; max: number; windowMs: number };
  /** Failures with these statuses count towards the client's address; `keepMessage`: a refused one reads like a failed one. */
  failures?: { statuses: readonly number[]; keepMessage?: true };
}

/** The parameters of a path: a text for each `{name}` in it; `unknown` without any, which adds nothing to an intersection. */
export type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [key in Name]: string } & ParamsOf<Rest>
  : unknown;

/** The definition of one call: everything that both sides must agree on. */
export interface Call<
  By extends Caller = Caller,
  Path extends string = string,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
  Read extends z.ZodMiniType = z.ZodMiniType,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api`, with `{name}` for each parameter, as §7 writes it. */
  path: Path;
  caller: By;
  /** One sentence for the API's documentation. */
  summary: string;
  /** The parameters after the path, such as the search and the page of a list. */
  query: Query;
  body: Body;
  /** The strict schema of what the server writes. */
  answer: Answer;
  /** The tolerant schema with which the client reads it (decision 027). */
  read: Read;
  /** The largest body, in bytes, if it is not that of all calls. */
  maxBodyBytes?: number;
  /** The HTTP status of success: 200 unless something is created. */
  status: 200 | 201;
  /**
   * Whether a member must have entered the password, or used a passkey, within the last ten minutes; else a 403 with the
   * code `confirm`. `factor`: the second factor, too, of a member who has one; else a 403 with the code `factor`.
   * `factorOnly`: the same where the body has the password.
   */
  stepUp: boolean | 'factor' | 'factorOnly';
  /** Whether the answer has an ETag, with which a client that keeps the answer itself asks for changes only. */
  revalidated: boolean;
  /** Whether an `Idempotency-Key` header makes a retry harmless (decision 032). */
  idempotent: boolean;
  limits: CallLimits;
  /** Whether the body holds the path's parameters as well. */
  repeatsParams: boolean;
  /** Whether the client adds `ageMs` to a body that it had to keep before it could send it (decision 053). */
  sendsAge: boolean;
  /** Whether the client refreshes the session after a 401 and retries. If not, a 401 means wrong input (§7). */
  refreshOn401: boolean;
  /** Whether the screen shows a failure itself. Every other failed call shows an error toast (§8). */
  silent: boolean;
}

/** The part of a call that the client needs, with only the flags that differ from the defaults. */
export type ClientCall<Read extends z.ZodMiniType = z.ZodMiniType> = Pick<Call, 'method' | 'path' | 'caller'> &
  Partial<Pick<Call, 'idempotent' | 'repeatsParams' | 'sendsAge' | 'refreshOn401' | 'silent'>> & { read: Read };

/** The query or body of a call that has none. */
export const noFields = z.object({});

/**
 * Defines a call. Default: no query, no body, answered with a message, read as written, status 200, no
 * step-up, refreshed on 401, not silent.
 */
// @__NO_SIDE_EFFECTS__ An app leaves out the calls that it never makes.
export function defineCall<
  const By extends Caller,
  Path extends string,
  Query extends z.ZodMiniType = typeof noFields,
  Body extends z.ZodMiniType = typeof noFields,
  Answer extends z.ZodMiniType = typeof message,
  Read extends z.ZodMiniType = Answer,
>(
  parts: Pick<Call, 'method' | 'summary'> &
    Partial<Omit<Call, 'caller' | 'path' | 'query' | 'body' | 'answer' | 'read'>> & {
      caller: By;
      path: Path;
      query?: Query;
      body?: Body;
      answer?: Answer;
      read?: Read;
    },
): Call<By, Path, Query, Body, Answer, Read> {
  // The defaults fill exactly the parts that the type marks as absent; TypeScript cannot infer that through a spread.
  return {
    query: noFields,
    body: noFields,
    answer: message,
    read: parts.answer ?? anyMessage,
    status: 200,
    stepUp: false,
    revalidated: false,
    idempotent: false,
    limits: {},
    repeatsParams: false,
    sendsAge: false,
    refreshOn401: true,
    silent: false,
    ...parts,
  } as never;
}

/** Returns the path of a call below `/api`, with its parameters filled in and escaped. */
export function pathOf(call: Pick<Call, 'path'>, params: Record<string, string> = {}): string {
  return call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

export const message = z.object({ message: z.string() });
/** The answer of a call of which only the success matters: a back office may return anything (§7, "not shown"). */
export const anyMessage = z.transform((given: unknown) => ({ message: String(Object(given).message ?? '') }));

/** Lists and items come in `{results}` (decision 032). */
export const results = <Schema extends z.ZodMiniType>(schema: Schema) => z.object({ results: schema });

/** The body of every failure: a message for the person, the id of the server's log line, and a message per field. */
export const failure = z.object({
  message: z.string(),
  traceId: z.string(),
  errors: z.optional(z.record(z.string(), z.string())),
});
export type Failure = z.infer<typeof failure>;
/** The specification requires the message only; the id is optional (§8). */
export const readableFailure = z.extend(failure, { message: textOrEmpty, traceId: textOrEmpty });

/** Why a call of the staff was refused, where the console does more than show the message. */
export const STAFF_REFUSALS = [
  /** Ask for the password, then repeat the call ({@link Call.stepUp}). */
  'confirm',
  /** The same, for the password and a code of the authenticator app, or for a passkey. */
  'factor',
  /** The caller's role, or the stage screen, may not make the call. */
  'role',
  /** The request came from a page of another address than the console's. */
  'origin',
] as const;
export type StaffRefusal = (typeof STAFF_REFUSALS)[number];

/**
 * The header of a request that the console sends after a person has pressed or typed something in its page: only these
 * requests, and writes, count as use of a session (decision 054).
 */
export const STAFF_USE_HEADER = 'staff-use';

/** The body of every failed call of the staff. */
export const staffFailure = z.extend(failure, { code: z.optional(z.enum(STAFF_REFUSALS)) });
export type StaffFailure = z.infer<typeof staffFailure>;
