import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  getPasskeys,
  removePasskey,
  signInWithPasskey,
} from '@companion/contract/staff/passkeys';
import { lockMember } from '../../identity/staff/memberQueries.ts';
import { listPasskeys, type PasskeyRow, removePasskey as remove } from '../../identity/staff/passkeyQueries.ts';
import {
  addPasskey as add,
  checkNewPasskey,
  checkPasskey,
  passkeyOptions,
  passkeySignInOptions,
  usePasskey,
} from '../../identity/staff/passkeys.ts';
import { reject } from '../../platform/domainError.ts';
import { isoTime } from '../../platform/time.ts';
import type { Transacting } from '../../platform/transact.ts';
import { type Api, handle } from '../handle.ts';
import { limitFailures } from '../limits.ts';
import { signInMember } from '../signInMember.ts';

export function passkeyRoutes(api: Api): void {
  const { services } = api;
  const { db } = services;

  handle(api, getPasskeys, async ({ member }) => ({
    results: (await listPasskeys(db, member.id)).map(toPasskey),
  }));

  handle(api, beginPasskey, async ({ member }) => ({ results: { ...(await passkeyOptions(services, member)) } }));

  handle(api, addPasskey, async ({ body, member, audited }) => {
    const made = await checkNewPasskey(services, member.id, body.credential);
    const added = await audited(
      (tx) => add(tx, member.id, body.name, made),
      ({ id }) => [{ entity: 'passkey', entityId: id, fields: ['name'] }],
    );
    return { results: toPasskey(added) };
  });

  handle(api, removePasskey, async ({ params: { passkeyId }, member, audited }) => {
    const removeOwn = async ({ db }: Transacting) => {
      // Before the passkey, as a removal of the member does: each would otherwise wait for the other.
      await lockMember(db, member.id);
      if (!(await remove(db, member.id, passkeyId))) reject('notFound', 'This passkey was removed already.');
    };
    await audited(removeOwn, { entity: 'passkey', entityId: passkeyId });
    return { message: 'The passkey is removed.' };
  });

  handle(api, beginPasskeySignIn, async () => ({ results: passkeySignInOptions(services) }));

  handle(api, signInWithPasskey, async ({ body, request, reply }) => {
    const checked = await checkPasskey(services, body.credential).catch(async (error: unknown) => {
      await limitFailures(services, 'signInWithPasskey', request);
      throw error;
    });
    const audited = { action: 'signInWithPasskey' };
    return { results: await signInMember(services, { request, reply }, audited, (tx) => usePasskey(tx, checked)) };
  });
}

const toPasskey = ({ id, name, created_at, last_used_at }: PasskeyRow) => ({
  id,
  name,
  createdAt: isoTime(created_at),
  lastUsedAt: isoTime(last_used_at),
});
