import {
  exportItemComments,
  getComments,
  getItemComments,
  moderateComment as moderate,
} from '@companion/contract/staff/itemComments';
import { exportItemFigures, getItemFigures } from '@companion/contract/staff/itemFigures';
import { getSessionSaves } from '@companion/contract/staff/sessionSaves';
import {
  createSummaryLink as create,
  getSummary,
  getSummaryLinks,
  revokeSummaryLink as revoke,
} from '@companion/contract/staff/summaryLinks';
import { commentsAsRows, figuresAsRows } from '../../archive/feedbackAsRows.ts';
import { getEvent } from '../../event/eventQueries.ts';
import { commentsIn, filterItems, hallVotes, pageOfItems } from '../../itemFeedback/countVotesAndComments.ts';
import { allItemComments, listComments, listItemComments, moderateComment } from '../../itemFeedback/itemComments.ts';
import { itemFiguresCache } from '../../itemFeedback/itemFiguresCache.ts';
import {
  countUse,
  createSummaryLink,
  findSummaryLink,
  listSummaryLinks,
  revokeSummaryLink,
} from '../../itemFeedback/summaryLinks.ts';
import { reject } from '../../platform/domainError.ts';
import { isoTime, MINUTE } from '../../platform/time.ts';
import { readHallCounts } from '../../safeguards/safeguardSettings.ts';
import { type Api, handle } from '../handle.ts';
import { limitFlood } from '../limits.ts';
import { searchInTurn } from '../searchInTurn.ts';
import { sendAsCsv } from '../sendAsCsv.ts';

/** A link may be passed on, but must not be a load. */
const READS_PER_LINK = { max: 300, window: 5 * MINUTE };

/** Votes and comments on sessions and speakers, for the staff, and the links with which speakers read them. */
export function itemFeedbackRoutes(api: Api): void {
  const { services } = api;
  const { db } = services;
  const figures = itemFiguresCache(services);

  handle(api, getItemFigures, async ({ query: { page = '1', ...filter } }) => {
    const found = filterItems(await figures.current(), filter);
    return { results: { items: pageOfItems(found, Number(page)), total: found.length } };
  });

  handle(api, getSessionSaves, async () => {
    const saved = (await figures.current()).filter(({ saves }) => saves > 0);
    return { results: saved.map(({ id, saves, confirmedSaves }) => ({ id, saves, confirmedSaves })) };
  });

  handle(api, exportItemFigures, async (asked) => {
    const found = filterItems(await figures.current(), asked.query);
    const name = 'session feedback';
    return sendAsCsv(asked, { name, entity: 'item', entityId: name }, () => figuresAsRows(found));
  });

  handle(api, getItemComments, async (asked) => {
    const { contentId } = asked.params;
    const { page = '1', ...filter } = asked.query;
    const item = await figures.find(contentId);
    const found = await searchInTurn(asked, filter.search, (pause) =>
      listItemComments(services, contentId, { ...filter, page: Number(page) }, pause),
    );
    return { results: { item, ...found } };
  });

  handle(api, getComments, async (asked) => {
    const { page = '1', ...filter } = asked.query;
    const items = (await figures.current()).filter(({ comments }) => comments > 0);
    const shown = items.filter(({ id }) => filter.contentId === undefined || id === filter.contentId);
    const total = shown.reduce((sum, one) => sum + commentsIn(one, filter.hidden), 0);
    const found = await searchInTurn(asked, filter.search, (pause) =>
      listComments(services, { ...filter, page: Number(page) }, total, pause),
    );
    return { results: { ...found, items } };
  });

  handle(api, exportItemComments, async (asked) => {
    const { contentId } = asked.params;
    const { title } = await figures.find(contentId);
    return sendAsCsv(asked, { name: `comments ${contentId}`, entity: 'item', entityId: contentId }, () =>
      commentsAsRows(title, allItemComments(services, contentId, asked.query)),
    );
  });

  handle(api, moderate, async ({ params, body, audited }) => {
    // Not the comment's id, which is made of an attendee's.
    const choices = { isHidden: body.isHidden };
    const change = { entity: 'item', entityId: params.contentId, fields: Object.keys(body), choices };
    const results = await audited((tx) => moderateComment(tx, params, body), change);
    figures.forget();
    return { results };
  });

  handle(api, getSummaryLinks, async ({ params: { contentId } }) => {
    await figures.find(contentId);
    return { results: await listSummaryLinks(db, contentId) };
  });

  handle(api, create, async ({ params: { contentId }, body, member, audited }) => {
    await figures.find(contentId);
    const results = await audited(
      (tx) => createSummaryLink(tx, { contentId, ...body, createdBy: member.id }),
      ({ id }) => [
        { entity: 'summaryLink', entityId: id, fields: ['name', 'days'] },
        { entity: 'item', entityId: contentId },
      ],
    );
    return { results };
  });

  handle(api, revoke, async ({ params: { linkId }, audited }) => {
    await audited(
      async ({ db }) => (await revokeSummaryLink(db, linkId)) ?? reject('notFound', 'This link was revoked already.'),
      (contentId) => [
        { entity: 'summaryLink', entityId: linkId },
        { entity: 'item', entityId: contentId },
      ],
    );
    return { message: 'The link is revoked.' };
  });

  handle(api, getSummary, async ({ body: { token, page } }) => {
    const link = await findSummaryLink(services, token);
    await limitFlood(services, { key: `summary link ${link.id}`, ...READS_PER_LINK });
    const item = await figures.find(link.content_id);
    const { kind, title, startsAt, room } = item;
    const { comments, total } = await listItemComments(services, link.content_id, { hidden: 'no', page });
    if (page === 1) await countUse(services, link.id);
    return {
      results: {
        eventName: (await getEvent(db)).name,
        item: { kind, title, startsAt, room, ...hallVotes(await readHallCounts(db), item) },
        comments: comments.map(({ text }) => text),
        total,
        expiresAt: isoTime(link.expires_at),
      },
    };
  });
}
