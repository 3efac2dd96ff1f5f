import { type StaffBrowser, signedInMember, staffBrowser } from '@companion/testkit/staffBrowser';
import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE, SECOND } from '../platform/time.ts';

const ROUNDS = 6;

let nodes: TwoNodes;
/** Two members, each on a node of their own. */
let ada: StaffBrowser;
let bo: StaffBrowser;
beforeAll(async () => {
  nodes = await startTwoNodes();
  ada = (await signedInMember(nodes.first, 'owner')).browser;
  const { cookies } = (await signedInMember(nodes.first, 'editor')).browser;
  bo = staffBrowser({ url: nodes.secondUrl }, cookies);
});
afterAll(() => nodes.stop());

const read = async () => (await ada.ask('getProgramme')).results;
const titleOf = (programme: { agenda: { id: string; title?: unknown }[] }) =>
  programme.agenda.find(({ id }) => id === 'closing')?.title;
const setTitle = async (browser: StaffBrowser, to: string) => {
  const from = titleOf((await read()).programme) ?? null;
  const edits = [{ op: 'set', list: 'agenda', id: 'closing', field: 'title', from, to }];
  return browser.ask('editProgramme', { body: { edits } });
};
const revisions = () => nodes.first.services.db.selectFrom('revisions').selectAll().orderBy('revision').execute();
const votes = () => nodes.first.services.db.selectFrom('votes').selectAll().orderBy('account_id').execute();

test('publish: published, planned and rolled back at once on two nodes, revisions have no gap and no double, and votes stay', async () => {
  const { access_token: token } = await nodes.first.register();
  const vote = { campaignId: 'agenda', contentId: 'closing' };
  await nodes.first.ask('createVote', { token, body: { ...vote, vote: 'up' } });
  const [voted, [first]] = [await votes(), await revisions()];

  for (let round = 0; round < ROUNDS; round++) {
    const before = await revisions();
    await setTitle(ada, `Title of round ${round}`);
    const { draft, programme: drafted } = await read();
    const { version } = draft;
    const at = new Date(nodes.first.clock.now() + MINUTE).toISOString();
    await ada.ask('publishProgramme', { body: { version, at } });
    nodes.advance(MINUTE + SECOND);
    const publish = (browser: StaffBrowser) => browser.send('publishProgramme', { body: { version } });
    const rollBack = (browser: StaffBrowser) =>
      browser.send('rollBackProgramme', { params: { revision: String(first?.revision) }, body: { version } });
    const racing = [publish(ada), publish(bo), rollBack(ada), rollBack(bo)];
    // An edit may come first: what was to be published is then another version.
    const from = drafted.event.tagline ?? null;
    const edits = [{ op: 'set', list: 'event', id: null, field: 'tagline', from, to: `Round ${round}` }];
    if (round % 2) racing.push(bo.send('editProgramme', { body: { edits } }));
    const replies = await Promise.all(racing);

    expect(replies.map(({ status }) => status).filter((status) => ![200, 409].includes(status))).toEqual([]);
    // The plan is carried out, or has nothing left to do.
    await expect.poll(async () => (await read()).draft.publishAt, { timeout: 20_000 }).toBeNull();
    const after = await revisions();
    expect(after.map(({ revision }) => revision)).toEqual(
      Array.from({ length: after.length }, (_, index) => (first?.revision ?? 0) + index),
    );
    const made = after.slice(before.length);
    expect(made.length).toBeGreaterThan(0);
    // Each differs from the one before: what was published twice made one revision.
    for (const [index, { programme }] of after.entries()) expect(programme).not.toBe(after[index - 1]?.programme);
    expect(await shown(token)).toBe(titleOf(JSON.parse(after.at(-1)?.programme ?? '')));
    expect(await votes()).toEqual(voted);
  }
});

/** The title that attendees see on both nodes. */
async function shown(token: string): Promise<string> {
  const params = { campaignId: 'agenda', contentId: 'closing' };
  const [one, other] = await nodes.onBoth(2, (node) => node.ask('getContentItem', { token, params }));
  expect(other).toEqual(one);
  return one?.results.title ?? '';
}
