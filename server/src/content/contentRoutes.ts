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
import { commentKeeper, findContentItem, voteKeeper } from './contentQueries.ts';
import { readyProgramme } from './readyProgramme.ts';

const UNKNOWN = 'There is no such item.';
const THANKS = { message: 'Thank you for your feedback.' };

export function contentRoutes(app: FastifyInstance, services: Services): void {
  const { db, now } = services;
  const programme = readyProgramme(services);
  const keepVote = voteKeeper(db);
  const keepComment = commentKeeper(db);

  handle(app, services, getContent, ({ me }) => programme.listFor(me.accountId));

  handle(app, services, getContentItem, async ({ params, me }) => ({
    results: (await findContentItem(db, me.accountId, params)) ?? refuse(404, UNKNOWN),
  }));

  // The first is a create and a later one a change (§4), but a client that lost an answer cannot know which it is:
  // either leaves one row with the last value (decisions).
  for (const call of [createVote, updateVote]) {
    handle(app, services, call, async ({ body, me }) => {
      if (!(await programme.has(body))) refuse(404, UNKNOWN);
      await keepVote({ ...me, contentId: body.contentId, value: body.vote, now: now() });
      return THANKS;
    });
  }
  for (const call of [createComment, updateComment]) {
    handle(app, services, call, async ({ body, me }) => {
      if (!(await programme.has(body))) refuse(404, UNKNOWN);
      await keepComment({ ...me, contentId: body.contentId, value: body.comment, now: now() });
      return THANKS;
    });
  }
}
