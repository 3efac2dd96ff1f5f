import type { NoticeChoices } from '@companion/contract/noticeSettings';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { toFlag } from '../platform/db/table.ts';
import type { Transacting } from '../platform/transact.ts';

/** What a person wants to be told: all of it, unless they have said otherwise. */
export async function readChoices(db: ReadDatabase, accountId: string): Promise<NoticeChoices> {
  const row = await db
    .selectFrom('notice_settings')
    .select(['changes', 'reminders', 'announcements'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return {
    changes: row?.changes !== 0,
    reminders: row?.reminders !== 0,
    announcements: row?.announcements !== 0,
  };
}

export async function saveChoices({ db, now }: Transacting, accountId: string, choices: NoticeChoices): Promise<void> {
  const { changes, reminders, announcements } = choices;
  const row = {
    ...{ changes: toFlag(changes), reminders: toFlag(reminders), announcements: toFlag(announcements) },
    updated_at: now(),
  };
  await db
    .insertInto('notice_settings')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute();
}
