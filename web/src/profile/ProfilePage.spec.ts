import { expect, test } from '@companion/testkit/browserTest';

test.use({ reuseServer: true });

test('profile: shows initials, name, organization and links (§2)', async ({ page, server }) => {
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
});

for (const [name, address] of [
  ['Edit Profile', '/profile/edit'],
  ['Notifications', '/profile/notifications'],
  ['My Things', '/profile/my-things'],
  ['Give Us Feedback', '/profile/give-us-feedback'],
  ['About Us', '/profile/about-us'],
] as const) {
  test(`profile: ${name} opens ${address}, which links back (§2)`, async ({ page, server }) => {
    await server.signIn(page);
    await page.goto('/profile');
    await page.getByRole('link', { name }).click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(menu.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page');
    await page.getByRole('main').getByRole('link', { name: 'Profile' }).click();
    await expect(page).toHaveURL('/profile');
  });
}

test('profile: the red Sign Out signs out (§2)', async ({ page, server }) => {
  await server.signIn(page);
  await page.goto('/profile');
  const signOut = page.getByRole('link', { name: 'Sign Out' });
  await expect(signOut).toHaveAttribute('href', '/logout');
  await expect(signOut).toHaveCSS('background-color', 'rgb(192, 50, 43)');
  await signOut.click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.getItem('_token'))).toBeNull();
});

test('profile: opens from the menu, whose entry is then current (§2)', async ({ page, server }) => {
  await server.signIn(page);
  await page.goto('/dashboard');
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' });
  await entry.click();
  await expect(page).toHaveURL('/profile');
  await expect(entry).toHaveAttribute('aria-current', 'page');
});

test('profile: names of any length fit 320 px', async ({ page, server }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const fields = { firstName: 'W'.repeat(35), lastName: 'M'.repeat(35), organizationName: 'O'.repeat(120) };
  await server.signIn(page, await server.register(fields));
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  const heights = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(48);
});

test('profile: redirects to /login without a session (§2)', async ({ page }) => {
  for (const address of ['/profile', '/profile/edit', '/profile/give-us-feedback', '/profile/about-us']) {
    await page.goto(address);
    await expect(page).toHaveURL('/login');
  }
});

test('profile: Sign Out is red in both themes (§2)', async ({ page, server }) => {
  await server.signIn(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto('/profile');
    await expect(page.getByRole('link', { name: 'Sign Out' })).toHaveCSS('background-color', 'rgb(192, 50, 43)');
  }
});

for (const [width, percent, isBroken] of [
  [390, 100, false],
  [320, 100, false],
  [320, 200, true],
] as const) {
  test(`profile: a long name breaks at ${width} px and ${percent} % only ${isBroken ? 'with a hyphen' : 'between words'}`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height: 640 });
    const name = { firstName: 'Rosalind', lastName: 'Featherstonehaugh' };
    await server.signIn(page, await server.register(name));
    await page.goto('/profile');
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = `${size}%`;
    }, percent);
    const heading = page.getByRole('heading', { level: 1, name: 'Rosalind Featherstonehaugh' });
    await expect(heading).toBeVisible();
    const lines = await heading.evaluate((element) => {
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
    const breaks = lines.slice(1).map((line, index) => `${lines[index]?.at(-1)}${line.at(0)}`);
    expect(breaks.filter((around) => !/[ \u00ad]/.test(around))).toEqual([]);
    expect(breaks.some((around) => around.startsWith('\u00ad'))).toBe(isBroken);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
}
