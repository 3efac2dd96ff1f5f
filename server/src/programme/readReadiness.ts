import type { getReadiness } from '@companion/contract/staff/programmeSetup';
import type { z } from 'zod/mini';
import { countToInvite } from '../attendees/invite.ts';
import { readLastBackup } from '../backup/lastBackup.ts';
import { listInvitations } from '../identity/staff/staffInvitations.ts';
import { hasProvider } from '../messages/outbox.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { Services } from '../platform/services.ts';
import { isoTime } from '../platform/time.ts';
import { readDraft } from './draftQueries.ts';
import { EMPTY_LOGO } from './emptyEvent.ts';

type Readiness = z.output<(typeof getReadiness)['answer']>['results'];

/** What an event needs besides its programme. */
export async function readReadiness({ db, config, now }: Services): Promise<Readiness> {
  const accounts = await db
    .selectFrom('accounts')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('all'),
      fn.sum<number>(eb.case().when('registration_complete', '=', 1).then(1).else(0).end()).as('registered'),
    ])
    .executeTakeFirstOrThrow();
  const registered = Number(accounts.registered ?? 0);
  const backup = await readLastBackup(db, now());
  const { pictures } = (await readDraft(db)).programme;
  return {
    hasLogo:
      Object.keys(pictures).some((name) => name.startsWith('logo.')) && pictures['logo.svg'] !== EMPTY_LOGO.sha256,
    registered,
    prepared: Number(accounts.all) - registered,
    notInvited: await countToInvite(db, {}),
    staff: (await countMembers(db)) + (await listInvitations(db)).length,
    stageScreens: (await db.selectFrom('stage_screens').select('id').execute()).length,
    sendsSms: hasProvider(config, 'sms'),
    sendsMail: hasProvider(config, 'mail'),
    isOutboxOnly: config.devOutbox,
    lastBackupAt: isoTime(backup.takenAt),
    isBackupOld: backup.isOld,
  };
}

const countMembers = async (db: ReadDatabase): Promise<number> =>
  (await db.selectFrom('staff').select('id').where('removed_at', 'is', null).execute()).length;
