import { getAnnouncements } from '@companion/contract/announcement';
import {
  type AnnouncementForm,
  editAnnouncement,
  endAnnouncement as end,
  getAnnouncementList,
  getAnnouncementReach,
  planAnnouncement as plan,
  testAnnouncement,
} from '@companion/contract/staff/announcements';
import { listAnnouncements, timeThere } from '../../announcements/announcementList.ts';
import { listAgendaSessions } from '../../announcements/audiences.ts';
import { announcementsOf } from '../../announcements/currentAnnouncements.ts';
import { endAnnouncement } from '../../announcements/endAnnouncement.ts';
import { editAnnouncement as edit, planAnnouncement } from '../../announcements/planAnnouncement.ts';
import { readReach } from '../../announcements/readReach.ts';
import { sendTest } from '../../announcements/sendTest.ts';
import { getEvent, namesOf } from '../../event/eventQueries.ts';
import type { SignedInMember } from '../../identity/staff/staffSessions.ts';
import { hasProvider } from '../../messages/outbox.ts';
import { requireConfirmation } from '../authenticate.ts';
import { type Api, handle } from '../handle.ts';

const changed = (entityId: string, { audience, mail, sms }: AnnouncementForm) => ({
  entity: 'announcement',
  entityId,
  choices: { audience, mail, sms },
});

/** What the organizer announces: on phones, by mail and by SMS (decision 066). */
export function announcementRoutes(api: Api): void {
  const { services } = api;
  const { db, config, now } = services;

  handle(api, getAnnouncements, async ({ me }) => ({ results: await announcementsOf(db, now(), me.accountId) }));

  handle(api, getAnnouncementList, async () => {
    const event = await getEvent(db);
    return {
      results: {
        announcements: await listAnnouncements(db, now()),
        nowThere: timeThere(event.time_zone, now()),
        organizationTypes: namesOf(event).organizationTypes,
        sessions: await listAgendaSessions(db),
        mail: hasProvider(config, 'mail'),
        sms: hasProvider(config, 'sms'),
      },
    };
  });

  handle(api, getAnnouncementReach, async ({ query }) => ({ results: await readReach(services, query) }));

  /** What reaches people outside of the app cannot be taken back. */
  const confirm = async (form: AnnouncementForm, member: SignedInMember) => {
    if (form.mail || form.sms) await requireConfirmation(services, member, true);
  };
  const listed = async (id: string) => {
    const [announcement] = await listAnnouncements(db, now(), id);
    if (!announcement) throw new Error(`announcement ${id} was stored and cannot be read`);
    return announcement;
  };

  handle(api, plan, async ({ body, member, audited }) => {
    await confirm(body, member);
    const id = await audited(
      (tx) => planAnnouncement(tx, body, member.id),
      (planned) => [changed(planned, body)],
    );
    return { results: await listed(id) };
  });

  handle(api, editAnnouncement, async ({ params: { announcementId: id }, body, member, audited }) => {
    await confirm(body, member);
    await audited((tx) => edit(tx, id, body), changed(id, body));
    return { results: await listed(id) };
  });

  handle(api, end, async ({ params: { announcementId: id }, audited }) => ({
    results: await audited(
      (tx) => endAnnouncement(tx, id),
      ({ wasSent }) => [{ entity: 'announcement', entityId: id, choices: { wasSent } }],
    ),
  }));

  handle(api, testAnnouncement, async ({ body, member, audited }) => {
    await audited((tx) => sendTest(tx, body, member), {
      entity: 'announcementTest',
      entityId: member.id,
      choices: { kind: body.kind },
    });
    return { message: body.kind === 'mail' ? 'The test is on its way to your mailbox.' : 'The test is on its way.' };
  });
}
