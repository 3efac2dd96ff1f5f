import { setTimeout as delay } from 'node:timers/promises';
import { readRetryAfter } from '@companion/contract/retryAfter';
import pRetry, { type Options } from 'p-retry';
import * as z from 'zod/mini';
import type { EventbriteSettings } from '../platform/readConfig.ts';
import { MINUTE } from '../platform/time.ts';
import { type Entry, QUESTIONS, questionKey } from './readAttendee.ts';

const TIMEOUT_MS = 15_000;
const MAX_RETRY_AFTER_MS = MINUTE;
const MAX_PAGES = 2000;

/** A request to Eventbrite that failed, or an answer that cannot be used. */
export class EventbriteError extends Error {
  override readonly name = 'EventbriteError';
  /** Whether a retry may help: at once, only after the settings are corrected, or not at all. */
  readonly kind: 'temporary' | 'settings' | 'final';
  /** How long Eventbrite asked to wait, in milliseconds. */
  readonly retryAfter: number | undefined;

  constructor(message: string, kind: EventbriteError['kind'] = 'temporary', retryAfter?: number) {
    super(`Eventbrite: ${message}`);
    this.kind = kind;
    this.retryAfter = retryAfter;
  }
}

const RETRY_TEMPORARY: Options = {
  retries: 5,
  minTimeout: 500,
  async shouldRetry({ error, retryDelay }) {
    if (!(error instanceof EventbriteError) || error.kind !== 'temporary') return false;
    const wait = Math.min(MAX_RETRY_AFTER_MS, error.retryAfter ?? 0) - retryDelay;
    if (wait > 0) await delay(wait);
    return true;
  },
};

const id = z.pipe(z.union([z.string(), z.number()]), z.transform(String));
const text = z.optional(z.nullable(z.string()));
const flag = z.optional(z.nullable(z.boolean()));

const attendee = z.object({
  id,
  event_id: z.optional(id),
  order_id: z.optional(id),
  ticket_class_name: text,
  status: text,
  cancelled: flag,
  refunded: flag,
  changed: text,
  profile: z.optional(
    z.object({ first_name: text, last_name: text, email: text, company: text, cell_phone: text, work_phone: text }),
  ),
  answers: z.optional(z.array(z.object({ question: text, answer: text }))),
});
const page = z.object({
  pagination: z.object({ has_more_items: flag, continuation: text }),
  attendees: z.array(z.unknown()),
});
const order = z.object({ attendees: z.array(z.unknown()) });

/** An attendee from the API; one that cannot be read names no event. */
export type ApiAttendee = Entry & { eventId?: string };

/** Lists all attendees of an event, cancelled ones too. Waits as long as Eventbrite asks. */
export async function listAttendees(settings: EventbriteSettings, eventId: string): Promise<ApiAttendee[]> {
  const all: ApiAttendee[] = [];
  const seen = new Set<string>();
  let query = '';
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const answer = await pRetry(() => getJson(settings, `events/${eventId}/attendees`, query), RETRY_TEMPORARY);
    const { pagination, attendees } = parseAnswer(page, answer);
    all.push(...attendees.map((each) => readApiAttendee(each, eventId)));
    const { has_more_items: more, continuation } = pagination;
    if (!more) return all;
    if (!continuation || seen.has(continuation)) break;
    seen.add(continuation);
    query = `?continuation=${encodeURIComponent(continuation)}`;
  }
  throw new EventbriteError('its list of attendees does not come to an end', 'final');
}

/**
 * Fetches the attendees of an order, or one attendee, without retries.
 * @param path `orders/1` or `events/1/attendees/2`, below `settings.apiUrl`
 */
export async function fetchAttendees(settings: EventbriteSettings, path: string): Promise<ApiAttendee[]> {
  if (!path.startsWith('orders/')) return [readApiAttendee(await getJson(settings, path))];
  return parseAnswer(order, await getJson(settings, path, '?expand=attendees')).attendees.map((each) =>
    readApiAttendee(each),
  );
}

async function getJson(settings: EventbriteSettings, path: string, query = ''): Promise<unknown> {
  let response: Response;
  let body: string;
  try {
    response = await fetch(`${settings.apiUrl}/${path}/${query}`, {
      headers: { authorization: `Bearer ${settings.token ?? ''}`, accept: 'application/json' },
      // A redirect would send the token to another host.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    body = await response.text();
  } catch (error) {
    const timedOut = error instanceof Error && error.name === 'TimeoutError';
    throw new EventbriteError(timedOut ? `no answer within ${TIMEOUT_MS / 1000} s` : 'it cannot be reached');
  }
  const { status } = response;
  if (status === 200) return parseJson(body);
  if (status === 429) {
    throw new EventbriteError(
      'too many requests (429)',
      'temporary',
      readRetryAfter(response.headers.get('retry-after'), Date.now()),
    );
  }
  if (status === 401) {
    throw new EventbriteError('EVENTBRITE_TOKEN is rejected (401): set a private token that is valid', 'settings');
  }
  if (status === 404 || status === 403) {
    const message = `${path} does not exist, or the account of EVENTBRITE_TOKEN may not see it (${status})`;
    throw new EventbriteError(message, 'final');
  }
  throw new EventbriteError(`it answered ${status}`, status < 500 ? 'final' : 'temporary');
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // For example a proxy's error page, which is temporary.
    throw new EventbriteError('its answer is not JSON');
  }
}

function parseAnswer<Schema extends z.ZodMiniType>(schema: Schema, answer: unknown): z.output<Schema> {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues.map((issue) => issue.path.join('.') || 'the whole answer').join(', ');
  throw new EventbriteError(`its answer is not as documented: ${where}`, 'final');
}

/** @param eventId the event whose list the attendee is in; a single attendee states it */
function readApiAttendee(answer: unknown, eventId = ''): ApiAttendee {
  const parsed = attendee.safeParse(answer);
  if (!parsed.success) {
    const externalId = /^\d+$/.exec(String((answer as { id?: unknown } | null)?.id))?.[0] ?? '';
    return {
      externalId,
      rejected: `not as documented: ${parsed.error.issues.map(({ path }) => path.join('.')).join(', ')}`,
    };
  }
  const { data } = parsed;
  const answerTo = (names: string[]) =>
    data.answers?.find(({ question }) => names.includes(questionKey(question ?? '')))?.answer;
  const changed = Date.parse(data.changed ?? '');
  return {
    eventId: data.event_id ?? eventId,
    record: {
      externalId: data.id,
      status: data.cancelled || data.refunded ? 'cancelled' : data.status,
      firstName: data.profile?.first_name,
      lastName: data.profile?.last_name,
      email: data.profile?.email,
      orderId: data.order_id,
      ticketType: data.ticket_class_name,
      phone: data.profile?.cell_phone || data.profile?.work_phone,
      organizationName: data.profile?.company || answerTo(QUESTIONS.organizationName),
      organizationType: answerTo(QUESTIONS.organizationType),
      changedAt: Number.isNaN(changed) ? undefined : changed,
    },
  };
}
