import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { signedInMember } from '@companion/testkit/staffBrowser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REMOVED_MAX } from './editDraft.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

test('edits: of the removed ids the newest are kept, so that the draft does not grow without end', async () => {
  const { db } = t.services;
  const old = Array.from({ length: REMOVED_MAX }, (_, number) => `old-${number}`);
  await db
    .updateTable('programme_draft')
    .set({ removed_ids: JSON.stringify(old) })
    .execute();
  const { browser } = await signedInMember(t, 'editor');
  const edit = (...edits: object[]) => browser.ask('editProgramme', { body: { edits } });
  const fields = { name: 'Old 7' };

  const { added } = (await edit({ op: 'add', list: 'speakers', fields })).results;
  expect(added).toEqual(['old-7-2']);
  await edit({ op: 'remove', list: 'speakers', id: 'old-7-2', from: fields });
  await edit(
    { op: 'add', list: 'speakers', id: 'old-9', fields },
    { op: 'remove', list: 'speakers', id: 'old-9', from: fields },
  );

  const { removed_ids } = await db.selectFrom('programme_draft').select('removed_ids').executeTakeFirstOrThrow();
  const kept: string[] = JSON.parse(removed_ids);
  expect(kept).toEqual([...old.slice(1).filter((id) => id !== 'old-9'), 'old-7-2', 'old-9']);
});
