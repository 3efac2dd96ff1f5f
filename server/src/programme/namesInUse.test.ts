import type { Programme } from '@companion/contract/staff/programme';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDraft } from './draftQueries.ts';
import { namesInUse } from './namesInUse.ts';

let t: ServerTest;
let programme: Programme;
beforeAll(async () => {
  t = await startServerTest();
  ({ programme } = await readDraft(t.services.db));
  for (const organizationType of ['MBE', 'WOSB', 'MBE']) await t.register({ organizationType });
});
afterAll(() => t.stop());

const warningsWith = async (event: Programme['event'], sponsors = programme.sponsors) =>
  (await namesInUse(t.services.db, { ...programme, event: { ...programme.event, ...event }, sponsors })).map(
    ({ list, id, field, text }) => [list, id, field, text],
  );

test('names in use: the names of the draft that is published have no warnings', async () => {
  expect(await warningsWith({})).toEqual([]);
});

test('names in use: a type that people have may go, with a warning at its field that counts them', async () => {
  expect(await warningsWith({ organizationTypes: ['WOSB', 'Cooperative'] })).toEqual([
    [
      ...['event', null, 'organizationTypes'],
      'organizationTypes lacks MBE, which 2 people have: reports count them as unknown, and they choose another one ' +
        'when they edit their profile',
    ],
  ]);
});

test('names in use: a tier that sponsors have may go, with a warning at its field', async () => {
  const sponsors = ['Hall', 'Screen', 'Screen'].map((tier, index) => ({ id: `s${index}`, name: 'S', tier }));
  expect(await warningsWith({ tiers: ['Hall'] }, sponsors)).toEqual([
    ['event', null, 'tiers', 'tiers lacks Screen, which 2 sponsors have: they are shown last'],
  ]);
});

test('names in use: who has a type that was taken away keeps it, and can choose those that there are', async () => {
  const { access_token: token, profile } = await t.register({ organizationType: 'Small' });
  await t.services.db
    .updateTable('accounts')
    .set({ organization_type: 'Cooperative' })
    .where('id', '=', profile.id)
    .execute();
  const edit = async (organizationType: string) => {
    const body = { ...profile, firstName: 'Ada', organizationType };
    return (await t.send('updateAccount', { token, params: { id: profile.id }, body })).status;
  };
  expect(await edit('Cooperative')).toBe(200);
  expect(await edit('Guild')).toBe(400);
  expect(await edit('Large')).toBe(200);
});
