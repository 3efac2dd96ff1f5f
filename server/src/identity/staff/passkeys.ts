import { randomBytes } from 'node:crypto';
import type { addPasskey as addPasskeyCall } from '@companion/contract/staff/passkeys';
import type { StaffMember } from '@companion/contract/staff/staffSession';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Kysely, Selectable } from 'kysely';
import type { z } from 'zod/mini';
import { getEvent } from '../../event/eventQueries.ts';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { StaffRow } from '../../platform/db/staffSchema.ts';
import { hashToken, mac, sameText } from '../../platform/deriveKeys.ts';
import { reject } from '../../platform/domainError.ts';
import type { Config } from '../../platform/readConfig.ts';
import type { Services } from '../../platform/services.ts';
import { MINUTE } from '../../platform/time.ts';
import type { Transacting } from '../../platform/transact.ts';
import { lockMember } from './memberQueries.ts';
import { factorOf } from './secondFactors.ts';

type Credential = z.output<(typeof addPasskeyCall)['body']>['credential'];

const CHALLENGE_LIFETIME = 5 * MINUTE;
const MAX_PASSKEYS = 10;
const NOT_MADE = 'The passkey could not be added. Please try again.';
const REJECTED = 'This passkey is not valid. Please sign in with your password.';

/** Loaded at the first use: it costs 0.2 s and 26 MB, and most servers never see a passkey. */
const library = () => import('@simplewebauthn/server');

/** @throws DomainError `conflict` where browsers allow no passkeys */
export async function passkeyOptions(services: Services, { id, email, name }: StaffMember) {
  const { generateRegistrationOptions } = await library();
  const event = await getEvent(services.db);
  return generateRegistrationOptions({
    rpName: event.name,
    rpID: relyingParty(services.config),
    userID: new TextEncoder().encode(id),
    userName: email,
    userDisplayName: name,
    challenge: makeChallenge(services, id),
    excludeCredentials: (await listPasskeys(services.db, id)).map((passkey) => ({ id: passkey.id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/**
 * Checks what a browser has made for {@link passkeyOptions}.
 * @throws DomainError `invalid`
 */
export async function checkNewPasskey(services: Services, staffId: string, credential: Credential) {
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo: made } = await verifyRegistrationResponse({
    // The library checks the parts that the contract leaves open.
    response: credential as unknown as RegistrationResponseJSON,
    expectedChallenge: (challenge) => isOwnChallenge(services, challenge, staffId),
    ...expected(services.config),
  }).catch(() => reject('invalid', NOT_MADE));
  return made?.credential ?? reject('invalid', NOT_MADE);
}

/**
 * @returns the passkey, and whether the password alone signed the member in before
 * @throws DomainError `conflict` when there are too many, or it is stored already
 */
export async function addPasskey(
  { db, now }: Transacting,
  staffId: string,
  name: string,
  made: Awaited<ReturnType<typeof checkNewPasskey>>,
): Promise<{ passkey: PasskeyRow; isFirstFactor: boolean }> {
  // The lock makes parallel requests count one after another.
  await lockMember(db, staffId);
  const isFirstFactor = (await factorOf(db, staffId)) === undefined;
  if ((await listPasskeys(db, staffId)).length >= MAX_PASSKEYS) {
    reject('conflict', `You have ${MAX_PASSKEYS} passkeys. Remove one first.`);
  }
  const added = await db
    .insertInto('staff_passkeys')
    .values({
      id: made.id,
      staff_id: staffId,
      name,
      public_key: Buffer.from(made.publicKey).toString('base64url'),
      counter: made.counter,
      transports: JSON.stringify(made.transports ?? []),
      created_at: now(),
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!added) reject('conflict', 'This passkey was added already.');
  return { passkey: added, isFirstFactor };
}

/**
 * What a browser needs to sign in, the same for everyone. Each sign-in form asks for it, so it does not load the library.
 * @throws DomainError `conflict` where browsers allow no passkeys
 */
export function passkeySignInOptions(services: Services) {
  return {
    rpId: relyingParty(services.config),
    challenge: Buffer.from(makeChallenge(services, '')).toString('base64url'),
    timeout: CHALLENGE_LIFETIME,
    userVerification: 'required',
  };
}

/**
 * Checks what a passkey has signed for {@link passkeySignInOptions}.
 * @throws DomainError `signedOut`
 */
export async function checkPasskey(services: Services, credential: Credential) {
  const passkey = (await findPasskey(services.db, credential.id)) ?? reject('signedOut', REJECTED);
  const { verifyAuthenticationResponse } = await library();
  let challenge = '';
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    // The library checks the parts that the contract leaves open.
    response: credential as unknown as AuthenticationResponseJSON,
    expectedChallenge: (given) => {
      challenge = given;
      return isOwnChallenge(services, given, '');
    },
    ...expected(services.config),
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
    },
  }).catch(() => reject('signedOut', REJECTED));
  if (!verified) reject('signedOut', REJECTED);
  return { passkey, challenge, counter: authenticationInfo.newCounter };
}

/**
 * Uses what {@link checkPasskey} has checked, once.
 * @throws DomainError `signedOut`
 */
export async function usePasskey(
  { db, now }: Transacting,
  { passkey, challenge, counter }: Awaited<ReturnType<typeof checkPasskey>>,
): Promise<StaffRow> {
  // Before the challenge, as a removal of the member does: each would otherwise wait for the other.
  const member = await lockMember(db, passkey.staff_id);
  const isFirstUse = await db
    .insertInto('staff_challenges')
    .values({ challenge_hash: hashToken(challenge), staff_id: passkey.staff_id, created_at: now() })
    .onConflict((conflict) => conflict.column('challenge_hash').doNothing())
    .returning('challenge_hash')
    .executeTakeFirst();
  // It may have been removed while it was checked.
  const used = await db
    .updateTable('staff_passkeys')
    .set({ counter, last_used_at: now() })
    .where('id', '=', passkey.id)
    .where('counter', '<=', counter)
    .returning('id')
    .executeTakeFirst();
  return member && isFirstUse && used ? member : reject('signedOut', REJECTED);
}

/**
 * The time, a random part and their MAC, so that only a challenge that was used needs a row.
 * @param staffId who makes a passkey; empty for a sign-in
 */
function makeChallenge({ keys, now }: Services, staffId: string): string {
  const text = `${now()}.${randomBytes(16).toString('base64url')}`;
  return `${text}.${mac(keys.staff, 'passkey challenge', staffId, text)}`;
}

function isOwnChallenge({ keys, now }: Services, encoded: string, staffId: string): boolean {
  const [time = '', random = '', tag = ''] = Buffer.from(encoded, 'base64url').toString().split('.');
  const isOwn = sameText(tag, mac(keys.staff, 'passkey challenge', staffId, `${time}.${random}`));
  return isOwn && now() < Number(time) + CHALLENGE_LIFETIME;
}

/** What the library checks of any passkey. */
const expected = (config: Config) => ({
  expectedOrigin: new URL(config.appUrl).origin,
  expectedRPID: relyingParty(config),
  requireUserVerification: true,
});

/** Browsers bind passkeys to a domain name. */
function relyingParty({ appUrl }: Config): string {
  const { hostname } = new URL(appUrl);
  if (/^[\d.]+$|:/.test(hostname)) reject('conflict', 'Passkeys need an APP_URL with a name, not a number.');
  return hostname;
}

export type PasskeyRow = Selectable<Database['staff_passkeys']>;

export function listPasskeys(db: ReadDatabase, staffId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('staff_passkeys')
    .selectAll()
    .where('staff_id', '=', staffId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function findPasskey(db: ReadDatabase, id: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('staff_passkeys').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Removes a passkey, if it is this member's. @returns whether it was */
export async function removePasskey(db: Kysely<Database>, staffId: string, id: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('staff_passkeys')
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .returning('id')
    .executeTakeFirst();
  return removed !== undefined;
}

/** @returns their ids */
export async function removeAllPasskeys(db: Kysely<Database>, staffId: string): Promise<string[]> {
  const removed = await db.deleteFrom('staff_passkeys').where('staff_id', '=', staffId).returning('id').execute();
  return removed.map(({ id }) => id);
}
