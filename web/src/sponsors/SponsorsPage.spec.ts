import { expect, test } from '@companion/testkit/browserTest';
import { type StagedItem, stageContent } from '@companion/testkit/stageContent';

const sponsor = (id: string, changed: Partial<StagedItem> = {}): StagedItem => ({
  id,
  campaign_id: 'sponsors',
  category: 'Sponsor',
  tier: 'Gold',
  url: `https://${id.toLowerCase()}.example/`,
  ...changed,
});

const TIERS = ['Welcome Dinner + Platinum', 'Registration + Platinum', 'Platinum', 'Event', 'Gold', 'Silver', 'A/V'];

test('sponsors: grouped by tier, in the order of the list; an invalid web address is no link, and the name shows if a logo does not load (§2, decision 067)', async ({
  page,
  server,
}) => {
  await stageContent(server, [
    { id: 'Keynote' },
    ...[...TIERS, 'Bronze'].map((tier) => sponsor(`of ${tier}`, { tier })),
    sponsor('Script', { url: 'javascript:document.body.dataset.pwned="yes"' }),
    sponsor('None', { url: null }),
    sponsor('Lost Logo Ltd', { slug: 'missing.svg' }),
  ]);
  await server.signIn(page);
  await page.goto('/sponsors');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sponsors');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([...TIERS, 'Bronze']);
  await expect(page.getByRole('region', { name: 'Silver' }).getByRole('link')).toHaveText(/^of Silver/);
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(9);
  const gold = page.getByRole('region', { name: 'Gold' });
  await expect(gold.getByText('Script')).toBeVisible();
  await expect(gold.getByText('None')).toBeVisible();
  await expect(gold.getByRole('link')).toHaveText([/^of Gold/, 'Lost Logo Ltd (opens in a new tab)']);
  await expect(page.getByRole('main').getByRole('img')).toHaveCount(0);
});

test.describe('of the demo event', () => {
  test.use({ reuseServer: true });

  test("sponsors: all logos cover the same area, and each opens its sponsor's site in a new tab, without opener and referrer", async ({
    page,
    context,
    server,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await server.signIn(page);
    await context.route('https://*.example/**', (route) => route.fulfill({ body: 'Their site' }));
    await page.goto('/sponsors');
    const logos = page.getByRole('main').getByRole('img');
    await expect(logos).toHaveCount(19);
    for (const logo of await logos.all()) await logo.scrollIntoViewIfNeeded();
    const boxes = await Promise.all((await logos.all()).map((logo) => logo.boundingBox()));
    const areas = boxes.map((box) => Math.round(Number(box?.width) * Number(box?.height)));
    expect(Math.max(...areas) / Math.min(...areas)).toBeLessThan(1.05);

    const link = page.getByRole('link', { name: 'Heronfield Federal (opens in a new tab)' });
    await expect(link.getByRole('img', { name: 'Heronfield Federal' })).toBeVisible();
    const opened = context.waitForEvent('page');
    await link.click();
    const tab = await opened;
    await expect(tab.getByText('Their site')).toBeVisible();
    expect(await tab.evaluate(() => [window.opener, document.referrer])).toEqual([null, '']);
    await expect(page).toHaveURL('/sponsors');
  });
});
