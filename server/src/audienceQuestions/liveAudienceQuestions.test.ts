import type { AudienceQuestionState } from '@companion/contract/audienceQuestion';
import type { Credentials } from '@companion/contract/session';
import { followLive, type LiveFollower } from '@companion/testkit/followLive';
import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readModeratedSessions } from '../live/readChanges.ts';
import { SECOND } from '../platform/time.ts';
import { transact } from '../platform/transact.ts';
import { upvoteMarks } from './audienceQuestionQueries.ts';
import { moderateAudienceQuestions } from './moderateAudienceQuestions.ts';

let t: TwoNodes;
beforeAll(async () => {
  t = await startTwoNodes();
});
afterAll(() => t.stop());

const followers: LiveFollower[] = [];
afterEach(() => {
  for (const follower of followers.splice(0)) follower.leave();
});

async function follow({ access_token }: Credentials, url = t.first.url): Promise<LiveFollower> {
  const follower = await followLive(url, access_token);
  followers.push(follower);
  return follower;
}

async function put({ access_token: token }: Credentials, contentId: string): Promise<string> {
  const { results } = await t.first.ask('createAudienceQuestion', { token, body: { contentId, text: 'Why now?' } });
  return results.id;
}
const moderate = (id: string, state: AudienceQuestionState) =>
  transact(t.first.services, (tx) => moderateAudienceQuestions(tx, [{ id, state }]));
const upvote = ({ access_token: token }: Credentials, audienceQuestionId: string, upvoted = true) =>
  t.first.ask('upvoteAudienceQuestion', { token, params: { audienceQuestionId }, body: { upvoted } });
const markOf = ({ state }: LiveFollower, contentId: string) =>
  state.audienceQuestions?.find((one) => one.contentId === contentId);
/** Without the count and the time of the upvotes. */
const OPAQUE = /^[\w-]{11}$/;
/** The mark of all upvotes that are stored by now. */
const storedMark = async (contentId: string) => (await upvoteMarks(t.first.services, [contentId])).get(contentId);
const eventually = (read: () => unknown) => expect.poll(read);

test('live: a question that waits for the moderators is announced to no one', async () => {
  const [me, other] = [await t.first.register(), await t.first.register()];
  const stream = await follow(other);
  await eventually(() => stream.state.audienceQuestions).toBeDefined();
  const before = stream.state.audienceQuestions;
  const id = await put(me, 'closing');
  await moderate(await put(me, 'opening'), 'shown');
  await eventually(() => stream.state.audienceQuestions).not.toEqual(before);
  expect(stream.text).not.toContain(id);
  expect(markOf(stream, 'closing')).toBeUndefined();
});

test('live: a moderation raises the revision of its session on the streams of both nodes, and of no other session (decision 051)', async () => {
  const me = await t.first.register();
  const [first, second] = [await put(me, 'opening'), await put(me, 'closing')];
  await moderate(first, 'shown');
  await moderate(second, 'shown');
  const streams = [await follow(me), await follow(me, t.secondUrl)];
  for (const stream of streams) await eventually(() => stream.state.audienceQuestions?.length).toBe(2);
  const [opening, closing] = ['opening', 'closing'].map((id) => streams.map((stream) => markOf(stream, id)));
  expect(opening?.[1]).toEqual(opening?.[0]);

  await moderate(first, 'pinned');

  for (const [index, stream] of streams.entries()) {
    await eventually(() => markOf(stream, 'opening')?.revision).toBeGreaterThan(opening?.[index]?.revision ?? 0);
    expect(markOf(stream, 'closing')).toEqual(closing?.[index]);
  }
});

test('live: the mark of a session is of the questions that all see, and shows neither how many upvotes they have nor when (decision 051)', async () => {
  const [me, other] = [await t.first.register(), await t.first.register()];
  const [one, two] = [await put(me, 'closing'), await put(me, 'closing')];
  const stream = await follow(other);
  const mark = () => markOf(stream, 'closing')?.upvotes;
  await moderate(one, 'shown');
  await upvote(other, one);
  await eventually(mark).toMatch(OPAQUE);
  const ofOne = mark();

  await moderate(two, 'shown');
  await upvote(me, two);
  await eventually(mark).not.toBe(ofOne);
  expect(mark()).toMatch(OPAQUE);

  // Its author may still upvote a question that no one else sees.
  await moderate(two, 'dismissed');
  await eventually(mark).toBe(ofOne);
  await upvote(me, two, false);
  await upvote(me, two);
  await moderate(one, 'dismissed');
  await eventually(mark).toBe('');

  await moderate(one, 'answered');
  await eventually(mark).toBe(ofOne);
  await upvote(other, one, false);
  await eventually(mark).toBe('');
});

test('live: a hall that upvotes changes the mark of the session on both nodes, at most every two seconds (decision 051)', async () => {
  const [me, ...hall] = await Promise.all(Array.from({ length: 21 }, () => t.first.register()));
  if (!me) throw new Error('No attendee was registered');
  const [asked, other] = [await put(me, 'opening'), await put(me, 'opening')];
  await moderate(asked, 'shown');
  await moderate(other, 'shown');
  const streams = [await follow(me), await follow(me, t.secondUrl)];
  const [moderated] = await readModeratedSessions(t.first.services.db);
  expect(moderated).toMatchObject({ contentId: 'opening' });
  // A frame of the second moderation that arrives later would be counted as one of the upvotes.
  for (const stream of streams) await eventually(() => markOf(stream, 'opening')?.revision).toBe(moderated?.revision);
  const marks = () => streams.map((stream) => markOf(stream, 'opening')?.upvotes);
  const before = marks();
  const framesOf = ({ frames }: LiveFollower) => frames.filter(({ event }) => event === 'audienceQuestions').length;
  const sent = streams.map(framesOf);

  const begun = performance.now();
  for (const who of hall) await upvote(who, asked);

  const ofTwenty = await storedMark('opening');
  expect(ofTwenty).toMatch(OPAQUE);
  for (const [index, stream] of streams.entries()) {
    await eventually(() => markOf(stream, 'opening')?.upvotes).toBe(ofTwenty);
    expect(marks()[index]).not.toBe(before[index]);
    const passed = performance.now() - begun;
    expect(framesOf(stream) - (sent[index] ?? 0)).toBeLessThanOrEqual(1 + passed / (2 * SECOND - 100));
  }

  // One taken back and one given: the number is the same, and the order may not be.
  const [first] = hall;
  if (!first) throw new Error('No attendee was registered');
  await upvote(first, asked, false);
  await upvote(first, other);
  const ofTwentyOthers = await storedMark('opening');
  expect(ofTwentyOthers).not.toBe(ofTwenty);
  for (const stream of streams) await eventually(() => markOf(stream, 'opening')?.upvotes).toBe(ofTwentyOthers);
});
