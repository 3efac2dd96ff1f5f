import { createServer, type ServerResponse } from 'node:http';
import { type UpAndDown, upAndDown } from './upAndDown.ts';

/** An attendee as the API returns it. Default: a complete attendee with the status Attending. */
export interface EventbriteAttendee {
  id: string;
  event_id: string;
  order_id: string;
  status: string;
  cancelled: boolean;
  refunded: boolean;
  /** When it was changed last: `2031-05-01T12:00:00Z`. */
  changed: string;
  ticket_class_name: string;
  profile: {
    first_name: string;
    last_name: string;
    email: string;
    name?: string;
    company?: string;
    cell_phone?: string;
  };
  answers: { question_id: string; question: string; answer: string }[];
}

/**
 * How a request is answered: `data` is the documented answer; `hang` keeps the connection open without an answer; `cut`
 * closes it; an object is an error, with `retryAfter` in seconds, or a redirect.
 */
export type EventbriteAnswer = 'data' | 'hang' | 'cut' | { status: number; retryAfter?: number; location?: string };

export interface EventbritePeer extends Omit<UpAndDown, 'port'> {
  /** The settings of a server that uses this peer. */
  settings: Record<
    'EVENTBRITE_API_URL' | 'EVENTBRITE_TOKEN' | 'EVENTBRITE_EVENT_ID' | 'EVENTBRITE_WEBHOOK_SECRET',
    string
  >;
  /** Adds or changes an attendee, by id. Updates `changed`. */
  put(attendee: Pick<EventbriteAttendee, 'id'> & Partial<EventbriteAttendee>): EventbriteAttendee;
  /** The path and query of every request with the correct token, oldest first. */
  asked: string[];
  /** Sets the answer to later requests. Default: `data`. */
  answer(how: EventbriteAnswer | ((path: string) => EventbriteAnswer | Promise<EventbriteAnswer>)): void;
  /** Posts a webhook as Eventbrite does, about an order or an attendee of this peer, or about any address. */
  notify(server: string, about: { path: string } | { api_url: string }, action?: string): Promise<Response>;
}

const TOKEN = 'TESTTOKEN0123456789';
const EVENT_ID = '777000111';
const SECRET = 'a-secret-in-the-address-of-the-webhook';
const PAGE = 50;

/** A server on 127.0.0.1 that follows Eventbrite's documentation: bearer token, pages, expansions, errors. */
export async function startEventbritePeer({ pageSize = PAGE } = {}): Promise<EventbritePeer> {
  const attendees = new Map<string, EventbriteAttendee>();
  const asked: string[] = [];
  let rule: (path: string) => EventbriteAnswer | Promise<EventbriteAnswer> = () => 'data';
  let clock = Date.parse('2031-05-01T12:00:00Z');

  const server = createServer(async (request, response) => {
    if (request.headers.authorization !== `Bearer ${TOKEN}`) {
      return refuse(response, 401, 'NOT_AUTHORIZED', 'The OAuth token you provided was invalid.');
    }
    const path = request.url ?? '';
    asked.push(path);
    const url = new URL(path, 'http://peer');
    // A copy at the time of the request: data may change while the rule waits.
    const data = structuredClone(find(url));
    const how = await rule(path);
    if (how === 'hang') return;
    if (how === 'cut') return void response.destroy();
    if (typeof how === 'object') {
      if (how.retryAfter !== undefined) response.setHeader('retry-after', how.retryAfter);
      if (how.location !== undefined) response.setHeader('location', how.location);
      return refuse(response, how.status, 'HIT_RATE_LIMIT', 'Refused.');
    }
    // Addresses without a final slash are redirected.
    if (!url.pathname.endsWith('/')) return void response.writeHead(301, { location: `${url.pathname}/` }).end();
    if (data === undefined) return refuse(response, 404, 'NOT_FOUND', 'The path you requested does not exist.');
    send(response, 200, data);
  });

  function find({ pathname, searchParams }: URL): unknown {
    const [, eventId, id] = /^\/v3\/events\/(\d+)\/attendees\/(?:(\d+)\/)?$/.exec(pathname) ?? [];
    if (eventId && id) {
      const found = attendees.get(id);
      return found?.event_id === eventId ? found : undefined;
    }
    if (eventId) return findPage(eventId, searchParams.get('continuation'));
    const [, orderId] = /^\/v3\/orders\/(\d+)\/$/.exec(pathname) ?? [];
    const ofOrder = [...attendees.values()].filter(({ order_id }) => order_id === orderId);
    if (!orderId || ofOrder.length === 0) return undefined;
    const expanded = (searchParams.get('expand') ?? '').split(',').includes('attendees');
    return {
      id: orderId,
      event_id: ofOrder[0]?.event_id,
      status: 'placed',
      ...(expanded ? { attendees: ofOrder } : {}),
    };
  }

  function findPage(eventId: string, continuation: string | null): unknown {
    const all = [...attendees.values()].filter(({ event_id }) => event_id === eventId);
    const from = continuation ? Number(Buffer.from(continuation, 'base64url').toString()) : 0;
    const more = from + pageSize < all.length;
    return {
      pagination: {
        object_count: all.length,
        page_number: from / pageSize + 1,
        page_size: pageSize,
        has_more_items: more,
        ...(more ? { continuation: Buffer.from(String(from + pageSize)).toString('base64url') } : {}),
      },
      attendees: all.slice(from, from + pageSize),
    };
  }

  const { port, ...peer } = await upAndDown(server);
  const apiUrl = `http://127.0.0.1:${port}/v3`;
  return {
    settings: {
      EVENTBRITE_API_URL: apiUrl,
      EVENTBRITE_TOKEN: TOKEN,
      EVENTBRITE_EVENT_ID: EVENT_ID,
      EVENTBRITE_WEBHOOK_SECRET: SECRET,
    },
    put: (given) => {
      clock += 1000;
      const changed = new Date(clock).toISOString().replace('.000', '');
      const attendee = { ...(attendees.get(given.id) ?? whole(given.id)), changed, ...given };
      attendees.set(given.id, attendee);
      return attendee;
    },
    asked,
    answer: (how) => {
      rule = typeof how === 'function' ? how : () => how;
    },
    notify: (to, about, action = 'attendee.updated') =>
      fetch(`${to}/api/webhooks/eventbrite/${SECRET}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'Eventbrite Hookshot' },
        body: JSON.stringify({
          api_url: 'path' in about ? `${apiUrl}/${about.path}/` : about.api_url,
          config: { action, endpoint_url: to, user_id: '1', webhook_id: '2' },
        }),
      }),
    ...peer,
  };
}

const whole = (id: string): Omit<EventbriteAttendee, 'changed'> => ({
  id,
  event_id: EVENT_ID,
  order_id: `9${id}`,
  status: 'Attending',
  cancelled: false,
  refunded: false,
  ticket_class_name: 'General Admission',
  profile: { first_name: 'Ada', last_name: `Peer ${id}`, email: `ada.${id}@example.com`, company: 'Cedar LLC' },
  answers: [],
});

const refuse = (response: ServerResponse, status: number, error: string, description: string) =>
  send(response, status, { status_code: status, error, error_description: description });

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
