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
import { commentKeeper, findContentItem, opinionsReader, voteKeeper } from './contentQueries.ts';
import { readyProgramme } from './readyProgramme.ts';
import { rememberOpinions } from './rememberOpinions.ts';

const UNKNOWN = 'There is no such item.';
const THANKS = { message: 'Thank you for your feedback.' };

export function contentRoutes(app: FastifyInstance, services: Services): void {
  const { config, db, now } = services;
  const read = opinionsReader(db);
  // On PostgreSQL another node may have written since.
  const opinions = config.databaseUrl ? { of: read, changed: () => {} } : rememberOpinions(read);
  const programme = readyProgramme(services, opinions.of);
  const keepVote = voteKeeper(services);
  const keepComment = commentKeeper(services);

  handle(app, services, getContent, ({ me }) => programme.listFor(me.accountId));

  handle(app, services, getContentItem, async ({ params, me }) => ({
    results: (await findContentItem(db, me.accountId, params)) ?? refuse(404, UNKNOWN),
  }));

  // The first is a create and a later one a change (§4), but a client that lost an answer cannot know which it is:
  // either leaves one row with the last value (decisions).
  for (const call of [createVote, updateVote]) {
    handle(app, services, call, async ({ body, me }) => {
      if (!(await programme.has(body))) refuse(404, UNKNOWN);
      const vote = { ...me, contentId: body.contentId, value: body.vote, now: now() };
      await keepVote(vote).finally(() => opinions.changed(me.accountId));
      return THANKS;
    });
  }
  for (const call of [createComment, updateComment]) {
    handle(app, services, call, async ({ body, me }) => {
      if (!(await programme.has(body))) refuse(404, UNKNOWN);
      const comment = { ...me, contentId: body.contentId, value: body.comment, now: now() };
      await keepComment(comment).finally(() => opinions.changed(me.accountId));
      return THANKS;
    });
  }
}
