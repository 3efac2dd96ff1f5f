import type { TestServer } from './testServer.ts';

/** A session of the event, and a function with which a new attendee says something about it. */
export async function feedbackOn({ services: { db, now }, register }: Pick<TestServer, 'services' | 'register'>) {
  const { id, title } = await db
    .selectFrom('content')
    .select(['id', 'title'])
    .where('campaign_id', '=', 'agenda')
    .orderBy('starts_at')
    .orderBy('position')
    .executeTakeFirstOrThrow();
  const say = async ({ vote, comment }: { vote: 'up' | 'down'; comment: string }) => {
    const { profile } = await register();
    const row = { account_id: profile.id, content_id: id, created_at: now(), updated_at: now() };
    await db
      .insertInto('votes')
      .values({ ...row, vote })
      .execute();
    await db
      .insertInto('comments')
      .values({ ...row, comment })
      .execute();
  };
  return { id, title, say };
}
