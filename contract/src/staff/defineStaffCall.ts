import * as z from 'zod/mini';
import { failure } from '../defineCall.ts';

/** What a member of the staff may do: owners everything, editors the event's content and attendees, hosts the stage. */
export const STAFF_ROLES = ['owner', 'editor', 'host'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** Who sends a staff call: a member of the staff with a session, or a stage screen with its key. */
export type StaffCaller = StaffRole | 'stageScreen';

type Allowed = readonly StaffCaller[] | 'everyone';

/** The definition of one call of the console: everything that both sides must agree on. */
export interface StaffCall<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
  Allow extends Allowed = Allowed,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api/staff`, with `{name}` for each parameter. */
  path: string;
  /** Who may make the call; `everyone` needs no session. Every other caller gets a 403 with the code `role`, and a 401 without credentials. */
  allow: Allow;
  /** One sentence for the API's documentation. */
  summary: string;
  params: Params;
  /** The parameters of the address, such as the search and the page of a list. */
  query: Query;
  body: Body;
  answer: Answer;
  status: 200 | 201;
  /** Whether the caller must have entered the password, or used a passkey, within the last ten minutes; else a 403 with the code `confirm`. */
  stepUp: boolean;
}

/** Why a staff call was refused, where the console does more than show the message. */
export const STAFF_REFUSALS = [
  /** Ask for the password, then repeat the call ({@link StaffCall.stepUp}). */
  'confirm',
  /** The caller's role, or the stage screen, may not make the call. */
  'role',
  /** The request came from a page of another address than the console's. */
  'origin',
] as const;
export type StaffRefusal = (typeof STAFF_REFUSALS)[number];

/** The body of every failed staff call. */
export const staffFailure = z.extend(failure, { code: z.optional(z.enum(STAFF_REFUSALS)) });
export type StaffFailure = z.infer<typeof staffFailure>;

/** The answer of an export: parts in UTF-8, each made once the one before it was read. */
export const csvFile = z.custom<AsyncIterable<Uint8Array>>(
  (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
);

const nothing = z.object({});

type Given<Part> = Part extends z.ZodMiniType ? Part : typeof nothing;

/** Defines a staff call. Default: no parameters, no query, no body, status 200, no step-up. */
// @__NO_SIDE_EFFECTS__ An app leaves out the calls that it never makes.
export function defineStaffCall<
  Answer extends z.ZodMiniType,
  const Allow extends Allowed,
  Params extends z.ZodMiniType | undefined = undefined,
  Query extends z.ZodMiniType | undefined = undefined,
  Body extends z.ZodMiniType | undefined = undefined,
>(parts: {
  method: StaffCall['method'];
  path: string;
  allow: Allow;
  summary: string;
  answer: Answer;
  params?: Params;
  query?: Query;
  body?: Body;
  status?: StaffCall['status'];
  stepUp?: boolean;
}): StaffCall<Given<Params>, Given<Query>, Given<Body>, Answer, Allow> {
  // The defaults fill exactly the parts that the type marks as absent; TypeScript cannot infer that through a spread.
  return { params: nothing, query: nothing, body: nothing, status: 200, stepUp: false, ...parts } as never;
}
