import { type Call, pathOf } from '@companion/contract/defineCall';
import { createAccount } from '@companion/contract/ownAccount';
import { sendResetPassword } from '@companion/contract/passwordReset';
import { type Credentials, credentials } from '@companion/contract/session';
import { attendee } from '@companion/testkit/testServer';

/** Who opens a page: `imported` has an account that is not activated. */
export type Visitor = 'guest' | 'attendee' | 'imported';

/** Registers who opens a page. Returns the session as the app stores it; a guest has none. */
export async function sessionOf(visitor: Visitor, url: string): Promise<string | undefined> {
  if (visitor === 'guest') return undefined;
  const session = await register(url);
  // The app goes by the stored profile.
  const isActivated = visitor === 'attendee';
  return JSON.stringify({ ...session, profile: { ...session.profile, registrationComplete: isActivated } });
}

/** The path of a link that resets a password. */
export async function resetPath(url: string): Promise<string> {
  const { profile } = await register(url);
  await send(url, sendResetPassword, { email: profile.email });
  const messages = await (await fetch(`${url}/api/dev/outbox`)).text();
  const [path] = /\/reset-password\?token=[\w-]+/.exec(messages) ?? [];
  if (!path) throw new Error('The outbox has no link that resets a password.');
  return path;
}

const register = async (url: string): Promise<Credentials> =>
  credentials.parse(await (await send(url, createAccount, attendee())).json());

async function send(url: string, call: Pick<Call, 'method' | 'path'>, body: object): Promise<Response> {
  const answer = await fetch(`${url}/api${pathOf(call)}`, {
    method: call.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${call.path}: ${answer.status} ${await answer.text()}`);
  return answer;
}
