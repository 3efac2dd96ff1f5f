import { setTimeout as delay } from 'node:timers/promises';
import { refusal } from '@companion/testkit/apiClient';
import { changesDuring } from '@companion/testkit/databaseChanges';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { type StaffBrowser, signedInMember } from '@companion/testkit/staffBrowser';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { transact } from '../platform/transact.ts';
import { prepareDraft, publish } from '../programme/publish.ts';

const MESSAGE = 'This question has changed. Please choose again.';
const CHANGED = refusal(400, MESSAGE, { answers: MESSAGE });

let t: ServerTest;
let editor: StaffBrowser;
let token: string;
beforeAll(async () => {
  t = await startServerTest();
  editor = (await signedInMember(t, 'owner')).browser;
});
beforeEach(async () => {
  ({ access_token: token } = await t.register());
});
afterAll(() => t.stop());

const answer = (questionId: string, answers: number[], chosen?: string[]) =>
  t.send('answerQuestion', {
    token,
    params: { questionId },
    body: { campaignId: 'pre-event', questionId, answers, ...(chosen && { chosen }) },
  });

async function setOptions(id: string, to: string[]): Promise<void> {
  const { programme } = (await editor.ask('getProgramme')).results;
  const from = programme.questions.find((one) => one.id === id)?.options ?? null;
  await editor.ask('editProgramme', {
    body: { edits: [{ op: 'set', list: 'questions', id, field: 'options', from, to }] },
  });
}

async function publishOptions(id: string, to: string[]): Promise<void> {
  await setOptions(id, to);
  const { version } = (await editor.ask('getProgramme')).results.draft;
  await editor.ask('publishProgramme', { body: { version } });
}

test('answerQuestion: one that arrives while other options are being published is not counted for another one (decision 061)', async () => {
  await setOptions('pre-one', ['Blue', 'Red', 'Green']);
  const prepared = await prepareDraft(t.services);

  const [reply] = await transact(t.services, async (tx) => {
    await publish(tx, prepared, { origin: 'console', staffId: null });
    const sent = answer('pre-one', [1]);
    // It has been checked against the options from before.
    await delay(500);
    return [sent];
  });

  expect(await reply).toEqual(CHANGED);
  expect(await t.services.db.selectFrom('answers').selectAll().execute()).toEqual([]);
  expect((await answer('pre-one', [1], ['Blue'])).status).toBe(200);
});

test('answerQuestion: what was chosen before the options changed is not counted for another one (decision 061)', async () => {
  await publishOptions('pre-many', ['Green', 'Red', 'Blue']);

  const changes = await changesDuring(t, async () => expect(await answer('pre-many', [1], ['Red'])).toEqual(CHANGED));
  expect(changes).toEqual({});
  expect(await answer('pre-many', [3, 1], ['Green', 'Blue'])).toEqual(CHANGED);
  // An option that is added changes the meaning of none.
  await publishOptions('pre-many', ['Green', 'Red', 'Blue', 'Grey']);
  expect((await answer('pre-many', [3, 1], ['Blue', 'Green'])).status).toBe(200);
  // A repeat has its first reply.
  expect((await answer('pre-many', [3, 1], ['Blue', 'Green'])).status).toBe(200);
});
