import { randomUUID } from 'node:crypto';
import { hashToken, makeToken } from '@companion/server/platform/deriveKeys';
import { recordChange } from '@companion/server/platform/recordChange';
import { changePoll } from '@companion/server/polls/changePoll';
import { findPoll } from '@companion/server/polls/pollQueries';
import { changeSafeguards, readSafeguards } from '@companion/server/safeguards/safeguardSettings';
import type { System } from '../system/systems.ts';

type Key = { campaignId: string; questionId: string };

/** The first poll of the demo event with a fixed choice, or with free text. */
export async function findStagePoll({ db }: System, type: 'yes-no' | 'comment' = 'yes-no'): Promise<Key> {
  const row = await db
    .selectFrom('questions')
    .select(['id', 'campaign_id'])
    .where('type', '=', type)
    .where('campaign_id', 'not in', ['pre-event', 'post-event'])
    .orderBy('position')
    .executeTakeFirstOrThrow();
  return { campaignId: row.campaign_id, questionId: row.id };
}

/** Opens the poll and puts it on stage, or takes it off. @returns when that was committed */
export async function setOnStage({ db }: System, key: Key, isOnStage: boolean): Promise<number> {
  await db.transaction().execute(async (trx) => {
    // changePoll uses the handle and the clock only.
    const tx = { db: trx, now: Date.now } as Parameters<typeof changePoll>[0];
    const { version = 0 } = (await findPoll(trx, key, Date.now())) ?? {};
    await changePoll(tx, key, { state: 'open', shownTo: 'everyone', isOnStage, version });
    // Those who answer have proved no phone.
    const { hallCounts, version: known } = await readSafeguards(trx);
    if (hallCounts !== 'everyone') await changeSafeguards(tx, { hallCounts: 'everyone', version: known });
  });
  return Date.now();
}

/** Announces a changed agenda, as a load does. */
export async function announceAgenda({ db }: System): Promise<void> {
  await db.transaction().execute((trx) => recordChange({ db: trx, now: Date.now }, 'agenda', 'bench'));
}

/** Adds a stage screen. @returns the header that authenticates it */
export async function addStageScreen({ db, keys }: System): Promise<string> {
  const key = makeToken(keys, 'stage screen');
  const staff = { id: randomUUID(), email: 'host@example.com', email_key: 'host@example.com', name: 'Host' };
  const times = { created_at: Date.now(), updated_at: Date.now(), removed_at: null };
  await db
    .insertInto('staff')
    .values({ ...staff, ...times, role: 'host', password_hash: '', totp_secret: null, totp_enabled_at: null })
    .execute();
  await db
    .insertInto('stage_screens')
    .values({
      id: randomUUID(),
      name: 'Stage',
      key_hash: hashToken(key),
      created_by: staff.id,
      created_at: Date.now(),
      last_used_at: null,
    })
    .execute();
  return `cookie: __Host-stage=${key}`;
}
