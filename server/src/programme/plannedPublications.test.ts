import type { ProgrammeEdit } from '@companion/contract/staff/programme';
import { type StaffBrowser, signedInMember } from '@companion/testkit/staffBrowser';
import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE } from '../platform/time.ts';

let nodes: TwoNodes;
let owner: StaffBrowser;
beforeAll(async () => {
  nodes = await startTwoNodes();
  owner = (await signedInMember(nodes.first, 'owner')).browser;
});
afterAll(() => nodes.stop());

const read = async () => (await owner.ask('getProgramme')).results;
const setTagline = async (to: string) => {
  const from = (await read()).programme.event.tagline ?? null;
  const edits: ProgrammeEdit[] = [{ op: 'set', list: 'event', id: null, field: 'tagline', from, to }];
  return (await owner.ask('editProgramme', { body: { edits } })).results;
};
const planBy = async (browser: StaffBrowser) => {
  const { version } = (await read()).draft;
  const at = new Date(nodes.first.clock.now() + MINUTE).toISOString();
  return (await browser.ask('publishProgramme', { body: { version, at } })).results;
};
const lastAction = async () => (await owner.ask('getAuditLog')).results[0];

test.each([
  ['was removed', (memberId: string) => owner.ask('removeMember', { params: { memberId } })],
  [
    'has become a host',
    (memberId: string) => owner.ask('changeMemberRole', { params: { memberId }, body: { role: 'host' } }),
  ],
])('planned: nothing is published for a member who %s, and the console and the audit log say so', async (how, lose) => {
  const { member, browser } = await signedInMember(nodes.first, 'editor');
  await setTagline(`Of a member who ${how}`);
  const { revision } = await planBy(browser);
  await lose(member.id);

  nodes.advance(2 * MINUTE);
  await expect.poll(async () => (await read()).draft.publishAt).toBeNull();

  const { draft } = await read();
  expect(draft).toMatchObject({ revision, publishBy: 'The editor', publishFailedAt: expect.any(String) });
  expect(draft.changes).toBeGreaterThan(0);
  expect(await lastAction()).toMatchObject({
    ...{ action: 'publishProgramme', member: { name: 'The editor' } },
    choices: { givenUp: 'member' },
  });
  // Another member plans it anew.
  expect(await planBy(owner)).toMatchObject({ publishBy: 'The owner', publishFailedAt: null });
  nodes.advance(2 * MINUTE);
  await expect.poll(async () => (await read()).draft.revision).toBe(revision + 1);
});

test('planned: of a member who has become an owner it is published', async () => {
  const { member, browser } = await signedInMember(nodes.first, 'editor');
  await setTagline('Of a member who has become an owner');
  const { revision } = await planBy(browser);
  await owner.ask('changeMemberRole', { params: { memberId: member.id }, body: { role: 'owner' } });
  nodes.advance(2 * MINUTE);

  await expect.poll(async () => (await read()).draft.revision).toBe(revision + 1);
});
