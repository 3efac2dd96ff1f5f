import { randomUUID } from 'node:crypto';
import { STAGE_PATH } from '@companion/contract/staff/stageScreens';
import type { Kysely } from 'kysely';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import type { Database } from '../../platform/db/schema.ts';
import { hashToken, isOwnToken, makeToken } from '../../platform/deriveKeys.ts';
import { DomainError } from '../../platform/domainError.ts';
import type { Services } from '../../platform/services.ts';
import { MINUTE } from '../../platform/time.ts';
import { autocommitIfPossible, type Transacting } from '../../platform/transact.ts';
import { lockMember } from './memberQueries.ts';

const USE_RECORDED_EVERY_MS = MINUTE;
/** A venue has a few screens; a stolen session must not fill the table. */
const MAX_DEVICES = 100;

/** A stage screen that sends a request. */
export interface StageScreen {
  id: string;
  name: string;
}

/** The stage screen with this key; undefined once it is revoked. */
export async function findStageScreen(services: Services, key: string): Promise<StageScreen | undefined> {
  const { db, keys } = services;
  const now = services.now();
  // Invented keys cost no query.
  if (!isOwnToken(keys, 'stage screen', key)) return undefined;
  const stageScreen = await db
    .selectFrom('stage_screens')
    .select(['id', 'name', 'last_used_at'])
    .where('key_hash', '=', hashToken(key))
    .executeTakeFirst();
  if (!stageScreen) return undefined;
  if ((stageScreen.last_used_at ?? 0) <= now - USE_RECORDED_EVERY_MS) {
    await autocommitIfPossible(services, (writer) =>
      writer.updateTable('stage_screens').set({ last_used_at: now }).where('id', '=', stageScreen.id).execute(),
    );
  }
  return { id: stageScreen.id, name: stageScreen.name };
}

export function listStageScreens(db: ReadDatabase) {
  return db
    .selectFrom('stage_screens')
    .innerJoin('staff', 'staff.id', 'created_by')
    .select(['stage_screens.id', 'stage_screens.name', 'stage_screens.created_at', 'last_used_at'])
    .select('staff.name as creator')
    .orderBy('stage_screens.name')
    .orderBy('stage_screens.id')
    .execute();
}

interface NewStageScreen {
  name: string;
  createdBy: string;
}

/**
 * @returns the stage screen, and the link with its key, which is stored nowhere
 * @throws DomainError `conflict` when there are too many
 */
export async function createStageScreen(tx: Transacting, screen: NewStageScreen) {
  const key = makeToken(tx.keys, 'stage screen');
  const stageScreen = await addStageScreen(tx, screen, key);
  return { stageScreen, link: `${tx.config.appUrl}${STAGE_PATH}#key=${key}` };
}

/** @throws DomainError `conflict` when there are too many */
export async function addStageScreen({ db, now }: Transacting, { name, createdBy }: NewStageScreen, key: string) {
  // Before the row, as a removal of the member does: each would otherwise wait for the other.
  await lockMember(db, createdBy);
  if ((await listStageScreens(db)).length >= MAX_DEVICES) {
    throw new DomainError('conflict', `There are ${MAX_DEVICES} stage screens already. Revoke one first.`);
  }
  const stageScreen = { id: randomUUID(), name, created_by: createdBy, created_at: now(), last_used_at: null };
  await db
    .insertInto('stage_screens')
    .values({ ...stageScreen, key_hash: hashToken(key) })
    .execute();
  return stageScreen;
}

/** @returns its name; undefined if it was revoked already */
export async function revokeStageScreen(db: Kysely<Database>, id: string): Promise<string | undefined> {
  return (await db.deleteFrom('stage_screens').where('id', '=', id).returning('name').executeTakeFirst())?.name;
}

/** What the audit log keeps of a stage screen: its name too, which is gone once it is revoked. */
export const auditedScreen = ({ id, name }: StageScreen) => ({
  entity: 'stageScreen',
  entityId: id,
  choices: { name },
});

/** Which of these stage screens are not revoked. */
export async function stageScreensAmong(db: ReadDatabase, ids: string[]): Promise<Set<string>> {
  const found = await db.selectFrom('stage_screens').select('id').where('id', 'in', ids).execute();
  return new Set(found.map(({ id }) => id));
}
