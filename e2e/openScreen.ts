import type { Credentials } from '@companion/contract/session';
import { expect } from '@companion/testkit/browserTest';
import type { TestServer } from '@companion/testkit/testServer';
import type { Page } from '@playwright/test';
import { LONG_FIELDS } from './longTexts.ts';
import type { Screen } from './screens.ts';

/** Opens a screen as its visitor and waits until it has reached its state. */
export async function openScreen(screen: Screen, page: Page, server: Server): Promise<void> {
  if (screen.visitor !== 'guest') await server.signIn(page, await visitor(screen, server));
  await screen.stage?.(server, page);
  await page.goto(typeof screen.path === 'string' ? screen.path : await screen.path(server));
  await screen.act?.(page);
  await expect(page.locator('body')).toContainText(screen.shows);
  if (screen.state !== 'loading') {
    await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await page.waitForFunction(
      () =>
        document.fonts.status === 'loaded' &&
        [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
    );
  }
}

type Server = TestServer & { signIn(page: Page, credentials?: Credentials): Promise<Credentials> };

async function visitor({ visitor }: Screen, server: TestServer): Promise<Credentials> {
  const session = await server.register(visitor === 'longNamed' ? LONG_FIELDS : {});
  if (visitor !== 'imported') return session;
  await server.services.db.updateTable('accounts').set({ registration_complete: 0 }).execute();
  return { ...session, profile: { ...session.profile, registrationComplete: false } };
}
