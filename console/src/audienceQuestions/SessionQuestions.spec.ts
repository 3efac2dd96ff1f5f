import { expect, test } from '@companion/testkit/browserTest';
import { askAnother } from '@companion/testkit/hostAudienceQuestions';
import { signInHost } from '@companion/testkit/runPage';

test.use({ viewport: { width: 1280, height: 800 } });

const MINUTE_MS = 60_000;

test('run: once a host has acted on the questions to a session that runs over, the next session does not replace them', async ({
  page,
  server,
}) => {
  const host = await signInHost(server, page);
  const [, , on, next] = (await host.ask('getAudienceQuestionSessions')).results;
  if (!on || !next) throw new Error('the demo event has sessions');
  const begin = (contentId: string, startsAt: number) =>
    server.services.db
      .updateTable('content')
      .set({ starts_at: startsAt, ends_at: startsAt + 90 * MINUTE_MS })
      .where('id', '=', contentId)
      .execute();
  await begin(on.contentId, Date.now() - 5 * MINUTE_MS);
  await begin(next.contentId, Date.now() + 5 * MINUTE_MS);
  for (const text of ['Asked first', 'Asked second']) {
    await askAnother(server, { contentId: on.contentId, text, state: 'pending' });
  }
  await page.goto('/console/run');
  const hall = page.getByRole('region', { name: 'Questions from the hall' });
  const session = hall.getByRole('combobox', { name: 'Session' });
  await expect(session).toHaveValue(on.contentId);
  await hall.getByRole('button', { name: 'Dismiss: Asked first' }).click();
  const rows = hall.getByRole('listitem');
  await expect(rows).toHaveText([/^Asked second/]);

  const begun = Date.now() - MINUTE_MS;
  const read = page.waitForResponse(async (response) =>
    (await response.text().catch(() => '')).includes(`"startsAt":"${new Date(begun).toISOString()}"`),
  );
  await begin(next.contentId, begun);
  await read;
  await page.keyboard.press('u');
  await expect(rows).toHaveText([/^Asked first/, /^Asked second/]);
  await expect(session).toHaveValue(on.contentId);

  // What was done is taken back also after a look at another session.
  await hall.getByRole('button', { name: 'Dismiss: Asked first' }).click();
  await expect(rows).toHaveText([/^Asked second/]);
  await session.selectOption(next.contentId);
  await expect(rows).toHaveCount(0);
  await page.keyboard.press('u');
  await expect(page.getByRole('status', { name: 'Notices' })).toContainText('Undone.');
  await session.selectOption(on.contentId);
  await expect(rows).toHaveText([/^Asked first/, /^Asked second/]);
});
