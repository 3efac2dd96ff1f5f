import { afterAnswer } from '@companion/testkit/afterAnswer';
import { expect, test } from '@companion/testkit/browserTest';
import { nextFrames } from '@companion/testkit/nextFrames';
import type { Page } from '@playwright/test';

test.use({ reuseServer: true });

/** Opens an item and votes, when the hint's code is there, then goes on. */
async function openAndVote(page: Page, name: 'Vote up' | 'Vote down'): Promise<void> {
  const loaded = page.waitForResponse(/Notices.*\.js/);
  await page.goto('/agenda/agenda/opening');
  await afterAnswer(page, loaded);
  const voted = page.waitForResponse('**/votes');
  await page.getByRole('button', { name }).click();
  // The app notes the screen on which it learned that the vote was taken, which must not be the next one.
  await afterAnswer(page, voted);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL('/dashboard');
}

test('install hint: shows once, after the first vote, how to install the app', async ({ page, server }) => {
  await server.signIn(page);
  // As on an iPhone.
  await page.addInitScript(() => {
    Object.defineProperties(navigator, { standalone: { value: false }, maxTouchPoints: { value: 5 } });
  });
  const byHand = page.getByText('tap Share, then Add to Home Screen');
  await openAndVote(page, 'Vote up');
  await expect(byHand).toBeVisible();
  await page.getByRole('button', { name: 'Not now', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(byHand).toBeHidden();

  await openAndVote(page, 'Vote down');
  await nextFrames(page);
  await expect(byHand).toBeHidden();
});

test('install hint: where the browser can install the app, a button does', async ({ page, server }) => {
  await server.signIn(page);
  await page.addInitScript(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true });
    const prompt = async () => {
      document.documentElement.dataset.prompted = String(offer.defaultPrevented);
    };
    addEventListener('load', () => dispatchEvent(Object.assign(offer, { prompt })));
  });
  await openAndVote(page, 'Vote up');
  await page.getByRole('button', { name: 'Install' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-prompted', 'true');
  await expect(page.getByRole('button', { name: 'Install' })).toBeHidden();
});
