import { expect, test } from '@companion/testkit/browserTest';
import type { Locator } from '@playwright/test';

test.use({ reuseServer: true });

const RED = 'rgb(192, 50, 43)';

test('profile: shows initials, name, organization and links; Sign Out is red in both themes, and signs out (§2)', async ({
  page,
  server,
}) => {
  await server.signIn(
    page,
    await server.register({ firstName: 'Maya', lastName: 'Redfeather', organizationName: 'Blue Mesa LLC' }),
  );
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Maya Redfeather');
  await expect(page.getByText('MR', { exact: true })).toBeVisible();
  await expect(page.getByText('Blue Mesa LLC', { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link')).toHaveText([
    'Edit Profile',
    'Notifications',
    'My Things',
    'Give Us Feedback',
    'About Us',
    'Sign Out',
  ]);

  const signOut = page.getByRole('link', { name: 'Sign Out' });
  await expect(signOut).toHaveAttribute('href', '/logout');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(signOut).toHaveCSS('background-color', RED);
  }
  await signOut.click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.getItem('_token'))).toBeNull();
});

test('profile: opens from the menu, whose entry is then current; each link opens its page, which links back (§2)', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  await page.goto('/dashboard');
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' });
  await entry.click();
  await expect(page).toHaveURL('/profile');
  await expect(entry).toHaveAttribute('aria-current', 'page');
  for (const [name, address] of [
    ['Edit Profile', '/profile/edit'],
    ['Notifications', '/profile/notifications'],
    ['My Things', '/profile/my-things'],
    ['Give Us Feedback', '/profile/give-us-feedback'],
    ['About Us', '/profile/about-us'],
  ] as const) {
    await test.step(`${name} opens ${address}`, async () => {
      await page.getByRole('link', { name }).click();
      await expect(page).toHaveURL(address);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
      await expect(entry).toHaveAttribute('aria-current', 'page');
      await page.getByRole('main').getByRole('link', { name: 'Profile' }).click();
      await expect(page).toHaveURL('/profile');
    });
  }
});

test('profile: a long name breaks between words, and with a hyphen where a word is too long; every link is 48 px high', async ({
  page,
  server,
}) => {
  const name = { firstName: 'Rosalind', lastName: 'Featherstonehaugh' };
  await server.signIn(page, await server.register(name));
  await page.goto('/profile');
  const heading = page.getByRole('heading', { level: 1, name: 'Rosalind Featherstonehaugh' });
  await expect(heading).toBeVisible();
  for (const [width, percent, isBroken] of [
    [390, 100, false],
    [320, 100, false],
    [320, 200, true],
  ] as const) {
    await test.step(`${width} px and ${percent} %`, async () => {
      await page.setViewportSize({ width, height: 640 });
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = `${size}%`;
      }, percent);
      const lines = await linesOf(heading);
      const breaks = lines.slice(1).map((line, index) => `${lines[index]?.at(-1)}${line.at(0)}`);
      expect(breaks.filter((around) => !/[ \u00ad]/.test(around))).toEqual([]);
      expect(breaks.some((around) => around.startsWith('\u00ad'))).toBe(isBroken);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      const links = page.getByRole('main').getByRole('link');
      const heights = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().height));
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(48);
    });
  }
});

/** A heading's letters, line by line. */
const linesOf = (heading: Locator): Promise<string[]> =>
  heading.evaluate((element) => {
    const text = element.firstChild as Text;
    const found: string[] = [];
    let last = Number.NEGATIVE_INFINITY;
    for (const [index, letter] of [...text.data].entries()) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + 1);
      // The first letter of a line has an empty box at the end of the one before, too.
      const top = [...range.getClientRects()].at(-1)?.top ?? last;
      if (letter !== '\u00ad' && top > last + 1) {
        found.push('');
        last = top;
      }
      found.push(`${found.pop()}${letter}`);
    }
    return found;
  });
