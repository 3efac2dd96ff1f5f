import { type Call, pathOf, staffFailure } from '@companion/contract/defineCall';
import { type StaffCallName, staffCalls } from '@companion/contract/staff/staffCalls';
import { readTolerantly } from '@companion/contract/tolerant';
import type * as z from 'zod/mini';
import { askToConfirm } from './confirmation.ts';
import { reportAnswered, reportLost } from './connection.ts';
import { StaffFailure } from './StaffFailure.ts';
import { readServerClock } from './serverClock.ts';

type StaffCalls = typeof staffCalls;
export type StaffAnswer<Name extends StaffCallName> = z.output<StaffCalls[Name]['read']>;

/** A part of a request: absent where the call has none of it, optional where each of its fields is. */
type PartOf<Key extends string, Schema extends z.ZodMiniType> = keyof z.input<Schema> extends never
  ? { [key in Key]?: never }
  : Record<never, never> extends z.input<Schema>
    ? { [key in Key]?: z.input<Schema> }
    : { [key in Key]: z.input<Schema> };

/** What a call needs: the parameters of its path, of its query, and its body. */
export type StaffGiven<Name extends StaffCallName> = PartOf<'params', StaffCalls[Name]['params']> &
  PartOf<'query', StaffCalls[Name]['query']> &
  PartOf<'body', StaffCalls[Name]['body']>;

/** A newer server may know other codes. */
const readableFailure = readTolerantly(staffFailure);

const TIMEOUT_MS = 15_000;
/** A proxy answers so while the server behind it is away. */
const AWAY = [502, 503, 504];

/** The address of a call. That of a GET may be a link: the browser sends the session's cookie with it. */
export function staffAddress<Name extends StaffCallName>(name: Name, given: StaffGiven<Name>): string {
  const { params = {}, query = {} }: { params?: object; query?: object } = given;
  return `/api${pathOf(staffCalls[name], params as Record<string, string>)}${queryText(query)}`;
}

/** Makes a staff call. @throws StaffFailure */
export async function sendStaffCall<Name extends StaffCallName>(
  name: Name,
  given: StaffGiven<Name>,
): Promise<StaffAnswer<Name>> {
  const call: Call = staffCalls[name];
  const { body }: { body?: unknown } = given;
  const response = await fetch(staffAddress(name, given), {
    method: call.method,
    cache: 'no-store',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  }).catch(() => {
    reportLost();
    throw new StaffFailure(0, 'The server does not answer. Please try again.');
  });
  readServerClock(response);
  const content: unknown = await response.json().catch(() => undefined);
  if (AWAY.includes(response.status)) reportLost();
  else reportAnswered();
  if (!response.ok) {
    const failure = failureOf(response.status, content);
    if (failure.code === 'confirm' && (await askToConfirm())) return sendStaffCall(name, given);
    throw failure;
  }
  const read = call.read.safeParse(content);
  if (!read.success)
    throw new StaffFailure(response.status, 'The answer was not understood. Please load the page again.');
  // Read with the schema of this call.
  return read.data as StaffAnswer<Name>;
}

function failureOf(status: number, content: unknown): StaffFailure {
  const read = readableFailure.safeParse(content);
  if (!read.success) return new StaffFailure(status, `The server answered with an error (${status}).`);
  return new StaffFailure(status, read.data.message, read.data);
}

function queryText(query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return given.length > 0 ? `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}` : '';
}
