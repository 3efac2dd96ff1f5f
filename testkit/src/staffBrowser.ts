import { randomUUID } from 'node:crypto';
import { HOUR } from '@companion/contract/constants';
import { type Call, pathOf, type StaffRole } from '@companion/contract/defineCall';
import { type StaffCallName, staffCalls } from '@companion/contract/staff/staffCalls';
import { hashPassword } from '@companion/server/identity/passwordReset/password';
import { openStaffSession } from '@companion/server/identity/staff/staffSessions';
import { hashToken, makeToken } from '@companion/server/platform/deriveKeys';
import type { z } from 'zod/mini';
import { type Reply, replyOf } from './apiClient.ts';
import type { TestServer } from './testServer.ts';

interface Given {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A browser that shows the console: it keeps cookies and names its origin. */
export interface StaffBrowser {
  cookies: Map<string, string>;
  request(name: StaffCallName, given?: Given): Promise<Response>;
  send(name: StaffCallName, given?: Given): Promise<Reply>;
  /** Makes a call that must succeed, and parses its answer. */
  ask<Name extends StaffCallName>(name: Name, given?: Given): Promise<z.output<(typeof staffCalls)[Name]['answer']>>;
}

/** A server, and the origin that the browser names: that of its address by default. */
type Place = Pick<TestServer, 'url'> & { origin?: string };

export function staffBrowser({ url, origin = url }: Place, cookies = new Map<string, string>()): StaffBrowser {
  const request: StaffBrowser['request'] = async (name, { params, query, body, headers } = {}) => {
    const call: Call = staffCalls[name];
    const response = await fetch(`${url}/api${pathOf(call, params)}${query ? `?${new URLSearchParams(query)}` : ''}`, {
      method: call.method,
      headers: {
        ...(call.method === 'GET' ? {} : { origin }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, cookieName = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value) cookies.set(cookieName, value);
      else cookies.delete(cookieName);
    }
    return response;
  };
  return {
    cookies,
    request,
    send: async (name, given) => replyOf(await request(name, given)),
    ask: async (name, given) => {
      const response = await request(name, given);
      if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
      const answer: z.ZodMiniType = staffCalls[name].answer;
      // Parsed with the schema of this call.
      return answer.parse(await response.json()) as never;
    },
  };
}

export const STAFF_PASSWORD = 'correct horse battery';
let passwordHash: Promise<string> | undefined;

/** Adds a member with {@link STAFF_PASSWORD}. */
export async function addMember(
  { services }: Pick<TestServer, 'services'>,
  role: StaffRole,
  given: { name?: string; email?: string } = {},
) {
  passwordHash ??= hashPassword(STAFF_PASSWORD);
  const id = randomUUID();
  const { email = `${role}.${id}@example.com`, name = `The ${role}` } = given;
  const at = services.now();
  await services.db
    .insertInto('staff')
    .values({
      id,
      email,
      email_key: email,
      name,
      role,
      password_hash: await passwordHash,
      totp_secret: null,
      totp_enabled_at: null,
      created_at: at,
      updated_at: at,
      removed_at: null,
    })
    .execute();
  return { id, email, role };
}

/** The member entered the password too long ago for what matters most: the next such call asks for it. */
export async function expireConfirmation({ services }: Pick<TestServer, 'services'>, staffId: string): Promise<void> {
  await services.db
    .updateTable('staff_sessions')
    .set({ confirmed_at: services.now() - HOUR })
    .where('staff_id', '=', staffId)
    .execute();
}

/** Adds a member, and signs them in without a call, so that no limit counts it. */
export async function signedInMember(server: Pick<TestServer, 'services'> & Place, role: StaffRole) {
  const member = await addMember(server, role);
  return { member, browser: await signInAgain(server, member.id) };
}

/** Opens another session of a member. */
export async function signInAgain({ services, ...place }: Pick<TestServer, 'services'> & Place, staffId: string) {
  const token = await openStaffSession(services.db, staffId, 'test', services.now());
  return staffBrowser(place, new Map([['__Host-staff', token]]));
}

/** Adds a stage screen that a member has made. */
export async function stageScreen({ services, ...place }: Pick<TestServer, 'services'> & Place, createdBy: string) {
  const key = makeToken(services.keys, 'stage screen');
  const stageScreen = { id: key, name: 'Stage', key_hash: hashToken(key), created_by: createdBy, created_at: 0 };
  await services.db
    .insertInto('stage_screens')
    .values({ ...stageScreen, last_used_at: null })
    .execute();
  return staffBrowser(place, new Map([['__Host-stage', key]]));
}
