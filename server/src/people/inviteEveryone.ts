import { setTimeout as delay } from 'node:timers/promises';
import type { getInvitees } from '@companion/contract/staff/peopleImport';
import { smsParts } from '@companion/contract/staff/smsParts';
import { sql } from 'kysely';
import type { z } from 'zod/mini';
import { countToInvite, inviteNext } from '../attendees/invite.ts';
import { getEvent } from '../event/eventQueries.ts';
import { linkTo } from '../identity/session/links.ts';
import { smsBudgetLeft } from '../messages/budgets.ts';
import { hasProvider } from '../messages/outbox.ts';
import { invitationSms } from '../messages/templates.ts';
import { makeToken } from '../platform/deriveKeys.ts';
import type { Services } from '../platform/services.ts';
import { obstacleToInvite } from './personAccess.ts';

type Invitees = z.output<(typeof getInvitees)['answer']>['results'];

/** As the command has them: a batch is one transaction, and a running server writes between two. */
const BATCH = 200;
const PAUSE_MS = 50;

/** Who would be invited, and what that takes. */
export async function countInvitees(services: Services): Promise<Invitees> {
  const { config, db } = services;
  const people = await countToInvite(db, {});
  const { texts } = await db
    .selectFrom('accounts')
    .select(({ fn }) => fn.countAll<number>().as('texts'))
    .where(sql<boolean>`registration_complete = 0 and invited_at is null`)
    .where((where) => where.or([where('email_key', 'is not', null), where('email_claim_key', 'is not', null)]))
    .where('phone_e164', 'is not', null)
    .where('sms_undeliverable_at', 'is', null)
    .executeTakeFirstOrThrow();
  const { name: event } = await getEvent(db);
  const textsLeft = await smsBudgetLeft(services, 'invitation');
  const sent = hasProvider(config, 'sms') ? Math.min(texts, textsLeft) : 0;
  const parts = smsParts(invitationSms({ event, link: linkTo(services, makeToken(services.keys, 'link')) }));
  return {
    people,
    mails: people,
    texts: sent,
    textParts: sent * parts,
    textsLeft,
    obstacle: (await obstacleToInvite(services)) ?? '',
  };
}

/** Invites batch after batch until no one is left. It may be interrupted: who was not invited yet is next time. */
export async function inviteEveryone(services: Services): Promise<void> {
  while ((await inviteNext(services, {}, BATCH)).people > 0) await delay(PAUSE_MS);
}
