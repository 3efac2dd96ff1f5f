import { randomUUID } from 'node:crypto';
import { recordChange } from '@companion/server/platform/recordChange';
import { HOUR } from '@companion/server/platform/time';
import type { System } from './systems.ts';

/** Announces something to everyone, now. @returns when that was committed */
export async function announceToAll({ db }: System, { sms = false } = {}): Promise<number> {
  const [id, staffId, now] = [randomUUID(), randomUUID(), Date.now()];
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('staff')
      .values({
        ...{ id: staffId, email: `${staffId}@example.com`, email_key: null, name: 'Editor', role: 'editor' },
        ...{ password_hash: '', totp_secret: null, totp_enabled_at: null },
        ...{ created_at: now, updated_at: now, removed_at: null },
      })
      .execute();
    await trx
      .insertInto('announcements')
      .values({
        ...{ id, title: 'Lunch', text: 'Lunch is in the west hall. Please bring your badge.', content_id: null },
        ...{ audience: 'all', audience_value: '', sends_at: now, ends_at: now + HOUR, cancelled_at: null },
        ...{ created_by: staffId, created_at: now, updated_at: now },
      })
      .execute();
    if (sms) {
      await trx
        .insertInto('announcement_sendings')
        .values({ announcement_id: id, kind: 'sms', done_at: null })
        .execute();
    }
    await recordChange({ db: trx, now: Date.now }, 'announcements', id);
  });
  return Date.now();
}
