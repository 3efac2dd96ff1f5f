import type { getReadiness } from '@companion/contract/staff/programmeSetup';
import type { z } from 'zod/mini';
import { readLastBackup } from '../backup/lastBackup.ts';
import { listInvitations } from '../identity/staff/staffInvitations.ts';
import { hasProvider } from '../messages/outbox.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { Services } from '../platform/services.ts';
import { isoTime } from '../platform/time.ts';

type Readiness = z.output<(typeof getReadiness)['answer']>['results'];

/** What an event needs besides its programme. */
export async function readReadiness({ db, config, now }: Services): Promise<Readiness> {
  const accounts = await db
    .selectFrom('accounts')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('all'),
      fn.sum<number>(eb.case().when('registration_complete', '=', 1).then(1).else(0).end()).as('registered'),
      fn
        .sum<number>(
          eb
            .case()
            .when(eb.and([eb('registration_complete', '=', 0), eb('invited_at', 'is', null)]))
            .then(1)
            .else(0)
            .end(),
        )
        .as('notInvited'),
    ])
    .executeTakeFirstOrThrow();
  const registered = Number(accounts.registered ?? 0);
  const backup = await readLastBackup(db, now());
  return {
    registered,
    prepared: Number(accounts.all) - registered,
    notInvited: Number(accounts.notInvited ?? 0),
    staff: (await countMembers(db)) + (await listInvitations(db)).length,
    stageScreens: await countOf(db, 'stage_screens'),
    sendsSms: hasProvider(config, 'sms'),
    sendsMail: hasProvider(config, 'mail'),
    isOutboxOnly: config.devOutbox,
    lastBackupAt: isoTime(backup.takenAt),
    isBackupOld: backup.isOld,
  };
}

const countMembers = async (db: ReadDatabase): Promise<number> =>
  (await db.selectFrom('staff').select('id').where('removed_at', 'is', null).execute()).length;

const countOf = async (db: ReadDatabase, table: 'stage_screens'): Promise<number> =>
  Number(
    (
      await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirst()
    )?.n ?? 0,
  );
