import type { AnnouncementAudience, AnnouncementReach } from '@companion/contract/staff/announcements';
import { smsParts } from '@companion/contract/staff/smsParts';
import { getEvent } from '../event/eventQueries.ts';
import { smsBudgetLeft } from '../messages/budgets.ts';
import type { Services } from '../platform/services.ts';
import { SECOND } from '../platform/time.ts';
import { announcementSms, linkOf, sendingTime } from './announcementText.ts';
import { checkAudience, countAudience } from './audiences.ts';

interface Asked {
  title?: string | undefined;
  text?: string | undefined;
  contentId?: string | undefined;
  audience: AnnouncementAudience;
  audienceValue?: string | undefined;
}

/** Whom an announcement would reach, and how long its messages would take. */
export async function readReach(services: Services, asked: Asked): Promise<AnnouncementReach> {
  const { db, config } = services;
  const audience = { audience: asked.audience, audience_value: asked.audienceValue ?? '' };
  await checkAudience(db, audience);
  const { people, sms, mail } = await countAudience(db, audience);
  const said = { title: asked.title ?? '', text: asked.text ?? '', content_id: asked.contentId || null };
  const smsText = announcementSms(await getEvent(db), said, await linkOf(services, db, said));
  const parts = smsParts(smsText);
  const seconds = (kind: 'sms' | 'mail', count: number) =>
    Math.ceil(sendingTime(services, kind, count, parts) / SECOND);
  return {
    people,
    smsPeople: sms,
    mailPeople: mail,
    smsText,
    smsParts: parts,
    smsSeconds: seconds('sms', sms),
    smsRate: config.smsPartsASecond,
    smsLeft: await smsBudgetLeft(services, 'announcement'),
    mailSeconds: seconds('mail', mail),
  };
}
