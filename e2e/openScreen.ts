import type { Credentials } from '@companion/contract/session';
import { beginVisit } from '@companion/testkit/beginVisit';
import { expect } from '@companion/testkit/browserTest';
import type { TestServer } from '@companion/testkit/testServer';
import type { Page } from '@playwright/test';
import { LONG_FIELDS } from './longTexts.ts';
import { type Screen, screens } from './screens.ts';

export interface NamedScreen extends Screen {
  name: string;
}

/** So few that a test of them takes no longer than others. */
const SCREENS_PER_TEST = 5;

/** All screens, those of a test together: they have the same on the server, and each begins as a new visit. */
export function screensOfTests(isWanted: (screen: NamedScreen) => boolean): [names: string, screens: NamedScreen[]][] {
  const named = Object.entries(screens).flatMap(([route, states]) =>
    states.map((screen) => ({ ...screen, name: screen.state ? `${route} (${screen.state})` : route })),
  );
  return [...Map.groupBy(named.filter(isWanted), ({ stage }) => stage).values()].flatMap((alike) => {
    const tests = Math.ceil(alike.length / SCREENS_PER_TEST);
    const size = Math.ceil(alike.length / tests);
    return Array.from({ length: tests }, (_, index): [string, NamedScreen[]] => {
      const some = alike.slice(index * size, (index + 1) * size);
      return [some.map(({ name }) => name).join(', '), some];
    });
  });
}

/** Opens a screen as its visitor and waits until it has reached its state. The page may have shown another one. */
export async function openScreen(screen: Screen, page: Page, server: TestServer): Promise<void> {
  await page.unrouteAll();
  await beginVisit(page, screen.visitor === 'guest' ? undefined : await visitor(screen, server));
  await screen.stage?.(server, page);
  await screen.answers?.(page);
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

async function visitor({ visitor }: Screen, server: TestServer): Promise<Credentials> {
  const session = await server.register(visitor === 'longNamed' ? LONG_FIELDS : {});
  if (visitor !== 'imported') return session;
  const { id } = session.profile;
  await server.services.db.updateTable('accounts').set({ registration_complete: 0 }).where('id', '=', id).execute();
  return { ...session, profile: { ...session.profile, registrationComplete: false } };
}
