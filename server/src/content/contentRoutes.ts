import {
  createComment,
  createVote,
  getContent,
  getContentItem,
  updateComment,
  updateVote,
} from '@companion/contract/content';
import type { FastifyInstance } from 'fastify';
import { handle } from '../plugins/handle.ts';
import { refuse } from '../plugins/refuse.ts';
import type { Services } from '../services.ts';
import { findContentItem, keepComment, keepVote, listContent } from './contentQueries.ts';

const UNKNOWN = 'There is no such item.';
const THANKS = { message: 'Thank you for your feedback.' };

export function contentRoutes(app: FastifyInstance, services: Services): void {
  const { db, now } = services;

  handle(app, services, getContent, async ({ me }) => ({ results: await listContent(db, me.accountId) }));

  handle(app, services, getContentItem, async ({ params, me }) => ({
    results: (await findContentItem(db, me.accountId, params)) ?? refuse(404, UNKNOWN),
  }));

  // The first is a create and a later one a change (§4), but a client that lost an answer cannot know which it is:
  // either leaves one row with the last value (decisions).
  for (const call of [createVote, updateVote]) {
    handle(app, services, call, async ({ body, me }) => {
      if (!(await keepVote(db, me.accountId, body, body.vote, now()))) refuse(404, UNKNOWN);
      return THANKS;
    });
  }
  for (const call of [createComment, updateComment]) {
    handle(app, services, call, async ({ body, me }) => {
      if (!(await keepComment(db, me.accountId, body, body.comment, now()))) refuse(404, UNKNOWN);
      return THANKS;
    });
  }
}
