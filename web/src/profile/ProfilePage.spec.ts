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
    'Give Us Feedback',
    'About Us',
    'Sign Out',
  ]);
});

for (const [name, address] of [
  ['Edit Profile', '/profile/edit'],
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
