import {
  createSummaryLink as create,
  getSummary,
  getSummaryLinks,
  revokeSummaryLink as revoke,
} from '@companion/contract/staff/summaryLinks';
import { getEvent } from '../../event/eventQueries.ts';
import type { FiguresOfItems } from '../../itemFeedback/figuresOfItems.ts';
import { listItemComments } from '../../itemFeedback/itemComments.ts';
import {
  countUse,
  createSummaryLink,
  findSummaryLink,
  listSummaryLinks,
  revokeSummaryLink,
} from '../../itemFeedback/summaryLinks.ts';
import { reject } from '../../platform/domainError.ts';
import { isoTime, MINUTE } from '../../platform/time.ts';
import { transact } from '../../platform/transact.ts';
import { type Api, handle } from '../handle.ts';
import { limitFlood } from '../limitFlood.ts';

/** A link may be passed on, but must not be a load. */
const READS_PER_LINK = { max: 300, window: 5 * MINUTE };

/** The links with which speakers read what attendees think, and what they show. */
export function summaryLinkRoutes(api: Api, figures: FiguresOfItems): void {
  const { services } = api;
  const { db } = services;

  handle(api, getSummaryLinks, async ({ params: { contentId } }) => {
    await figures.find(contentId);
    return { results: await listSummaryLinks(db, contentId) };
  });

  handle(api, create, async ({ params: { contentId }, body, member, audit }) => {
    await figures.find(contentId);
    const results = await transact(services, async (tx) => {
      const made = await createSummaryLink(tx, { contentId, ...body, createdBy: member.id });
      await audit(tx, { entity: 'item', entityId: contentId, fields: ['name', 'days'] });
      return made;
    });
    return { results };
  });

  handle(api, revoke, async ({ params: { linkId }, audit }) => {
    await transact(services, async (tx) => {
      const contentId = await revokeSummaryLink(tx.db, linkId);
      if (contentId === undefined) reject('notFound', 'This link was revoked already.');
      await audit(tx, { entity: 'item', entityId: contentId });
    });
    return { message: 'The link is revoked.' };
  });

  handle(api, getSummary, async ({ body: { token, page } }) => {
    const link = await findSummaryLink(services, token);
    await limitFlood(services, { key: `summary link ${link.id}`, ...READS_PER_LINK });
    const { kind, title, startsAt, room, up, down } = await figures.find(link.content_id);
    const { comments, total } = await listItemComments(services, link.content_id, { hidden: 'no', page });
    if (page === 1) await countUse(services, link.id);
    return {
      results: {
        eventName: (await getEvent(db)).name,
        item: { kind, title, startsAt, room, up, down },
        comments: comments.map(({ text }) => text),
        total,
        expiresAt: isoTime(link.expires_at),
      },
    };
  });
}
