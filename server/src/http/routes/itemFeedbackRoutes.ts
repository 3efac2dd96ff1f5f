import {
  exportItemComments,
  getItemComments,
  moderateComment as moderate,
} from '@companion/contract/staff/itemComments';
import { exportItemFigures, getItemFigures } from '@companion/contract/staff/itemFigures';
import { commentsAsRows, figuresAsRows } from '../../archive/feedbackAsRows.ts';
import type { FiguresOfItems } from '../../itemFeedback/figuresOfItems.ts';
import { allItemComments, listItemComments, moderateComment } from '../../itemFeedback/itemComments.ts';
import { filterItems, pageOfItems } from '../../itemFeedback/itemFigures.ts';
import { transact } from '../../platform/transact.ts';
import { type Api, handle } from '../handle.ts';
import { searchInTurn } from '../searchInTurn.ts';
import { sendAsCsv } from '../sendAsCsv.ts';

/** Votes and comments on sessions and speakers, for the staff. */
export function itemFeedbackRoutes(api: Api, figures: FiguresOfItems): void {
  const { services } = api;

  handle(api, getItemFigures, async ({ query: { page = '1', ...filter } }) => {
    const found = filterItems(await figures.current(), filter);
    return { results: { items: pageOfItems(found, Number(page)), total: found.length } };
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

  handle(api, exportItemComments, async (asked) => {
    const { contentId } = asked.params;
    const { title } = await figures.find(contentId);
    return sendAsCsv(asked, { name: `comments ${contentId}`, entity: 'item', entityId: contentId }, () =>
      commentsAsRows(title, allItemComments(services, contentId, asked.query)),
    );
  });

  handle(api, moderate, async ({ params, body, audit }) => {
    const results = await transact(services, async (tx) => {
      const comment = await moderateComment(tx, params, body);
      // Not the comment's id, which is made of an attendee's.
      await audit(tx, { entity: 'item', entityId: params.contentId, fields: Object.keys(body) });
      return comment;
    });
    figures.forget();
    return { results };
  });
}
