import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type UpAndDown, upAndDown } from './upAndDown.ts';

/** One request for an SMS: the fields of Twilio's form. */
export interface TwilioMessage {
  sid: string;
  To: string;
  Body: string;
  From?: string;
  MessagingServiceSid?: string;
  StatusCallback?: string;
  ValidityPeriod?: string;
}

/**
 * How a request is answered: `take` is a 201; `hang` keeps the connection open without an answer; `cut` closes it; `take
 * and cut` accepts the message and closes the connection without an answer; `portal` answers in its place, as a network that
 * wants a sign-in does; an object is Twilio's error, with `retryAfter` in seconds.
 */
export type TwilioAnswer =
  | 'take'
  | 'hang'
  | 'cut'
  | 'take and cut'
  | 'portal'
  | { status: number; code: number; retryAfter?: number };

export interface TwilioPeer extends Omit<UpAndDown, 'port'> {
  /** The settings of a server that uses this peer. */
  settings: Record<'TWILIO_ACCOUNT_SID' | 'TWILIO_AUTH_TOKEN' | 'TWILIO_FROM' | 'TWILIO_API_URL', string>;
  /** The accepted messages, oldest first. */
  taken: TwilioMessage[];
  /** Every valid request, including rejected and unanswered ones, oldest first. */
  asked: TwilioMessage[];
  /** Sets the answer to later requests. Default: `take`. */
  answer(how: TwilioAnswer | ((message: TwilioMessage) => TwilioAnswer | Promise<TwilioAnswer>)): void;
  /** Reports the status of a message to its callback, signed as Twilio does. */
  report(message: TwilioMessage, status: string, options?: { code?: number; authToken?: string }): Promise<Response>;
}

const ACCOUNT_SID = `AC${'0123456789abcdef'.repeat(2)}`;
const AUTH_TOKEN = 'f'.repeat(32);
const FROM = '+12025550100';

/**
 * A server on 127.0.0.1 that follows Twilio's documentation of `Messages.json`: Basic auth, form encoding, required
 * fields, error bodies.
 */
export async function startTwilioPeer(): Promise<TwilioPeer> {
  const taken: TwilioMessage[] = [];
  const asked: TwilioMessage[] = [];
  let rule: (message: TwilioMessage) => TwilioAnswer | Promise<TwilioAnswer> = () => 'take';

  const server = createServer((request, response) => {
    // A closed connection is not an error of the peer.
    receive(request, response).catch(() => response.destroy());
  });
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await readBody(request));
    const wrong = findFault(request, form);
    if (wrong) return refuse(response, wrong);
    const message = { sid: `SM${randomBytes(16).toString('hex')}`, ...Object.fromEntries(form) } as TwilioMessage;
    asked.push(message);
    const how = await rule(message);
    if (typeof how === 'object') return refuse(response, how);
    if (how === 'hang') return;
    if (how === 'portal') return void response.setHeader('content-type', 'text/html').end('<h1>Welcome</h1>');
    if (how !== 'cut') taken.push(message);
    if (how !== 'take') return void response.destroy();
    const { sid, To: to, From: from = null, Body: body, MessagingServiceSid: service = null } = message;
    send(response, 201, {
      sid,
      to,
      from,
      body,
      messaging_service_sid: service,
      account_sid: ACCOUNT_SID,
      api_version: '2010-04-01',
      status: service ? 'accepted' : 'queued',
      direction: 'outbound-api',
      error_code: null,
      error_message: null,
    });
  }

  const { port, ...peer } = await upAndDown(server);
  return {
    settings: {
      TWILIO_ACCOUNT_SID: ACCOUNT_SID,
      TWILIO_AUTH_TOKEN: AUTH_TOKEN,
      TWILIO_FROM: FROM,
      TWILIO_API_URL: `http://127.0.0.1:${port}`,
    },
    taken,
    asked,
    answer: (how) => {
      rule = typeof how === 'function' ? how : () => how;
    },
    report: (message, status, { code, authToken = AUTH_TOKEN } = {}) => {
      const url = message.StatusCallback ?? '';
      const params: Record<string, string> = {
        AccountSid: ACCOUNT_SID,
        ApiVersion: '2010-04-01',
        From: message.From ?? FROM,
        To: message.To,
        MessageSid: message.sid,
        MessageStatus: status,
        SmsSid: message.sid,
        SmsStatus: status,
        ...(code === undefined ? {} : { ErrorCode: String(code) }),
      };
      return fetch(url, {
        method: 'POST',
        headers: { 'x-twilio-signature': signCallback(authToken, url, params) },
        body: new URLSearchParams(params),
      });
    },
    ...peer,
  };
}

/** Signs the address and every name and value, sorted by name, with the account's token. */
function signCallback(authToken: string, url: string, params: Record<string, string>): string {
  const names = Object.keys(params).sort();
  return createHmac('sha1', authToken)
    .update(url + names.map((name) => name + params[name]).join(''))
    .digest('base64');
}

function findFault(request: IncomingMessage, form: URLSearchParams): { status: number; code: number } | undefined {
  const basic = `Basic ${Buffer.from(`${ACCOUNT_SID}:${AUTH_TOKEN}`).toString('base64')}`;
  if (request.headers.authorization !== basic) return { status: 401, code: 20003 };
  if (request.url !== `/2010-04-01/Accounts/${ACCOUNT_SID}/Messages.json`) return { status: 404, code: 20404 };
  if (request.method !== 'POST') return { status: 405, code: 20004 };
  const type = request.headers['content-type']?.split(';')[0];
  if (type !== 'application/x-www-form-urlencoded') return { status: 415, code: 20415 };
  const code = findFormFault(form);
  return code === undefined ? undefined : { status: 400, code };
}

function findFormFault(form: URLSearchParams): number | undefined {
  const [from, service] = [form.get('From'), form.get('MessagingServiceSid')];
  if (!form.get('To')) return 21604;
  if (!/^\+[1-9]\d{7,14}$/.test(form.get('To') ?? '')) return 21211;
  if (!from && !service) return 21603;
  if (from && from !== FROM) return 21606;
  if (service && !/^MG[0-9a-f]{32}$/.test(service)) return 21705;
  if (!form.get('Body')) return 21602;
  if ((form.get('Body') ?? '').length > 1600) return 21617;
  const callback = form.get('StatusCallback');
  if (callback && !/^https?:\/\/[^/]*\./.test(callback)) return 21609;
  const validity = Number(form.get('ValidityPeriod') ?? 1);
  if (!Number.isInteger(validity) || validity < 1 || validity > 36_000) return 21624;
  return undefined;
}

function refuse(response: ServerResponse, how: { status: number; code: number; retryAfter?: number }): void {
  if (how.retryAfter !== undefined) response.setHeader('retry-after', how.retryAfter);
  send(response, how.status, {
    code: how.code,
    // The text of Twilio's error may contain numbers and messages.
    message: `Refused: the 'To' number ${FROM} and what was sent to it`,
    more_info: `https://www.twilio.com/docs/errors/${how.code}`,
    status: how.status,
  });
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  return body;
}
