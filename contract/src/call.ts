import * as z from 'zod/mini';
import { textOrEmpty } from './tolerant.ts';

/** What one call of §7 is: everything that both sides must agree on. */
export interface Call<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
  Auth extends 'public' | 'account' = 'public' | 'account',
  Read extends z.ZodMiniType = z.ZodMiniType,
> {
  method: 'GET' | 'POST' | 'PUT';
  /** Below `/api`, with `{name}` for each parameter, as §7 writes it. */
  path: string;
  /** `account`: needs the access token of a session; `public`: needs nothing (§6). */
  auth: Auth;
  /** One sentence for the API's documentation. */
  summary: string;
  params: Params;
  body: Body;
  /** What the server writes, strictly. */
  answer: Answer;
  /** How the client reads it, tolerantly (decision 027). */
  read: Read;
  /** The HTTP status of success: 200 unless something is created. */
  status: 200 | 201;
  /** Whether a browser may keep the answer and ask for it again with its ETag; any other is never stored. */
  revalidated: boolean;
  /** Whether an `Idempotency-Key` header makes a retry harmless (decision 032). */
  idempotent: boolean;
  /** Whether the body holds the path's parameters as well. */
  repeatsParams: boolean;
  /** Whether the client takes a 401 as an old session, refreshes it and tries again; if not, what was typed is wrong (§7). */
  refreshOn401: boolean;
  /** Whether the screen that makes the call shows its failure; every other failed call shows an error toast (§8). */
  silent: boolean;
}

/** What the client needs of a call. Of the flags, it states only those that differ from the defaults. */
export type ClientCall<Read extends z.ZodMiniType = z.ZodMiniType> = Pick<Call, 'method' | 'path' | 'auth'> &
  Partial<Pick<Call, 'idempotent' | 'repeatsParams' | 'refreshOn401' | 'silent'>> & { read: Read };

const nothing = z.object({});

type Given<Part, Fallback extends z.ZodMiniType> = Part extends z.ZodMiniType ? Part : Fallback;

/** Describes a call; by default: no parameters, no body, read as it is written, status 200, refreshed on 401, not silent. */
export function call<
  Answer extends z.ZodMiniType,
  Auth extends 'public' | 'account',
  Params extends z.ZodMiniType | undefined = undefined,
  Body extends z.ZodMiniType | undefined = undefined,
  Read extends z.ZodMiniType | undefined = undefined,
>(parts: {
  method: Call['method'];
  path: string;
  auth: Auth;
  summary: string;
  answer: Answer;
  read?: Read;
  params?: Params;
  body?: Body;
  status?: Call['status'];
  revalidated?: boolean;
  idempotent?: boolean;
  repeatsParams?: boolean;
  refreshOn401?: boolean;
  silent?: boolean;
}): Call<Given<Params, typeof nothing>, Given<Body, typeof nothing>, Answer, Auth, Given<Read, Answer>> {
  // The defaults fill exactly what the type says is absent; TypeScript cannot follow that through a spread.
  return {
    params: nothing,
    body: nothing,
    read: parts.answer,
    status: 200,
    revalidated: false,
    idempotent: false,
    repeatsParams: false,
    refreshOn401: true,
    silent: false,
    ...parts,
  } as never;
}

/** The path of a call with its parameters filled in and escaped, below `/api`. */
export function pathOf(call: Pick<Call, 'path'>, params: Record<string, string> = {}): string {
  return call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

export const message = z.object({ message: z.string() });
/** The answer of a call of which only the success counts: a back office may answer it with anything (§7, "not shown"). */
export const anyMessage = z.catch(z.object({ message: textOrEmpty }), { message: '' });

/** Lists and items come in `{results}` (decision 032). */
export const results = <Schema extends z.ZodMiniType>(schema: Schema) => z.object({ results: schema });

/** Every failure: what to tell the person, the id of the server's log line, and a message per field. */
export const failure = z.object({
  message: z.string(),
  traceId: z.string(),
  errors: z.optional(z.record(z.string(), z.string())),
});
export type Failure = z.infer<typeof failure>;
/** The specification gives the message alone, and the id where there is one (§8). */
export const readableFailure = z.extend(failure, { message: textOrEmpty, traceId: textOrEmpty });
