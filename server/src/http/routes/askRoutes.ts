import { randomUUID } from 'node:crypto';
import { createAsk, getAsks, upvoteAsk } from '@companion/contract/ask';
import {
  getAskQueue,
  getAskSessions,
  moderateAsks as moderate,
  putAsksOnStage as putOnStage,
} from '@companion/contract/staff/askQueue';
import { AskLists } from '../../asks/askLists.ts';
import { listAskSessions, listQueue, saveUpvote, takesAsks } from '../../asks/askQueries.ts';
import { findAsk } from '../../asks/attendeeAsks.ts';
import { moderateAsks } from '../../asks/moderateAsks.ts';
import { putAsksOnStage } from '../../asks/stageBoard.ts';
import { isForeignKeyViolation } from '../../platform/db/constraintViolation.ts';
import { reject } from '../../platform/domainError.ts';
import { autocommit, transact } from '../../platform/transact.ts';
import { type Api, handle } from '../handle.ts';
import { handleStaff } from '../handleStaff.ts';
import { limitAccount } from '../limitAccount.ts';
import { searchInTurn } from '../searchInTurn.ts';
import { withIdempotencyKey } from '../withIdempotencyKey.ts';

const NO_ITEM = 'There is no such item.';
const NO_ASK = 'There is no such question.';

/** Questions from the hall: asked and upvoted by attendees, moderated by the staff. */
export function askRoutes(api: Api): void {
  const { services } = api;
  const { db, now } = services;

  const lists = new AskLists(services);

  handle(api, getAsks, async ({ params, me }) => {
    return (await lists.listFor(me.accountId, params.contentId)) ?? reject('notFound', NO_ITEM);
  });

  handle(api, createAsk, async ({ body, me, request }) => {
    if (!(await takesAsks(db, body.contentId))) reject('notFound', NO_ITEM);
    return withIdempotencyKey(services, { scope: me.accountId, call: 'createAsk', request, body }, async (tx) => {
      await limitAccount(tx, createAsk, me.accountId);
      const id = randomUUID();
      const at = tx.now();
      const asked = { id, account_id: me.accountId, content_id: body.contentId, text: body.text };
      await tx.db
        .insertInto('asks')
        .values({ ...asked, state: 'pending', created_at: at, updated_at: at })
        .execute();
      return { results: (await findAsk(tx.db, me.accountId, id)) ?? reject('notFound', NO_ASK) };
    });
  });

  handle(api, upvoteAsk, async ({ params, body, me }) => {
    const { contentId } = (await findAsk(db, me.accountId, params.askId)) ?? reject('notFound', NO_ASK);
    const row = { ask_id: params.askId, account_id: me.accountId };
    await autocommit(services, (writer) => saveUpvote(writer, row, body.upvoted, now())).catch(async (error: Error) => {
      // Erased since it was found, with its author.
      if (isForeignKeyViolation(error) && !(await findAsk(db, me.accountId, params.askId))) reject('notFound', NO_ASK);
      throw error;
    });
    if (!body.upvoted) lists.forget(contentId);
    return { results: (await findAsk(db, me.accountId, params.askId)) ?? reject('notFound', NO_ASK) };
  });

  handleStaff(api, getAskQueue, async (asked) => {
    const wanted = { ...asked.query, page: Number(asked.query.page ?? 1) };
    return { results: await searchInTurn(asked, wanted.search, (pause) => listQueue(db, wanted, pause)) };
  });

  handleStaff(api, moderate, async ({ body, audit }) => {
    const { asks, before } = await transact(services, async (tx) => {
      const moderated = await moderateAsks(tx, body.asks);
      for (const { id } of moderated.before) await audit(tx, { entity: 'ask', entityId: id, fields: ['state'] });
      return moderated;
    });
    return { results: asks, before };
  });

  handleStaff(api, getAskSessions, async () => ({ results: await listAskSessions(db) }));

  handleStaff(api, putOnStage, async ({ params, body, audit }) => {
    const results = await transact(services, async (tx) => {
      await putAsksOnStage(tx, params.contentId, body.isOnStage);
      await audit(tx, { entity: 'session', entityId: params.contentId, fields: ['isOnStage'] });
      return listAskSessions(tx.db);
    });
    return { results };
  });
}
