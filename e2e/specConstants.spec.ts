import { expect, test } from '@companion/testkit/browserTest';
import { nextFrames } from '@companion/testkit/nextFrames';
import type { Page } from '@playwright/test';

/*
 * The constants of §9 in a browser: storage keys, the parameter, the lock, the cache, and how toasts and their tooltip
 * behave.
 */

const CONTENT = '**/api/public/content';
const toasts = (page: Page) => page.getByRole('alert');
const timer = (page: Page) => page.getByRole('progressbar', { name: 'notification timer' });
const menuLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

/** The toast is neither closed nor closing: the library marks it as soon as its exit starts. */
async function expectOpen(page: Page): Promise<void> {
  await nextFrames(page);
  await expect(toasts(page)).toHaveCount(1);
  expect(await toasts(page).getAttribute('data-in')).toBe('true');
}

/** Opens the dashboard and makes its call fail with these in turn. Each becomes a toast. */
async function raiseToasts(page: Page, ...failures: { message: string; traceId?: string }[]): Promise<void> {
  const left = [...failures];
  await page.route(CONTENT, (route) => route.fulfill({ status: 500, json: left.shift() ?? failures.at(-1) }));
  await page.goto('/dashboard');
  for (const [index, { message }] of failures.entries()) {
    if (index > 0) await page.getByRole('button', { name: 'Try again' }).click();
    await expect(toasts(page).filter({ hasText: message })).toBeAttached();
  }
  // The entry animation has ended, so positions are stable.
  await expect(page.locator('.Toastify--animate')).toHaveCount(0);
  // The pointer starts in the corner, which a toast covers on a phone, and would pause its timer.
  await page.mouse.move(5, 700);
}

test('constants: the storage keys are _token, _preferences and authToken, and no other (§9)', async ({
  page,
  server,
}) => {
  const { profile } = await server.register();
  await page.request.post('/api/public/login', { data: { phone: profile.phone } });
  await expect.poll(async () => (await server.outbox()).length).toBe(1);
  const link = /http\S+/.exec((await server.outbox())[0]?.text ?? '')?.[0] ?? '';
  const token = new URL(link).searchParams.get('t');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/dashboard?t=${token}`);
  await page.getByRole('button', { name: 'Menu labels' }).click();

  expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual(['_preferences', '_token', 'authToken']);
  const { _token, _preferences, authToken } = await page.evaluate(() => ({ ...localStorage }));
  expect(Object.keys(JSON.parse(_token)).sort()).toEqual(['access_token', 'profile', 'refresh_token']);
  expect(JSON.parse(_preferences)).toEqual({ collapseNavigation: true });
  expect(authToken).toBe(token);
});

for (const online of [true, false]) {
  test(`constants: the network flag starts as the browser reports it: ${online} (§3)`, async ({ page }) => {
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, 'onLine', { get: () => value });
    }, online);
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('You are offline')).toHaveCount(online ? 0 : 1);
  });
}

test('constants: a refresh holds the lock named refresh (§7, §9)', async ({ page, server }) => {
  await server.signIn(page);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  server.clock.advance(11 * 60_000);
  const locks = () =>
    page.evaluate(async () => ((await navigator.locks.query()).held ?? []).map(({ name, mode }) => `${name} ${mode}`));
  let during: string[] | undefined;
  await page.route('**/api/public/refresh', async (route) => {
    during = await locks();
    await route.continue();
  });
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await expect.poll(() => during).toEqual(['refresh exclusive']);
  await expect.poll(locks).toEqual([]);
});

test('constants: unused data is kept for 0 seconds: opening a page again fetches again (§7, §9)', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  let requested = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/public/content')) requested += 1;
  });
  for (const times of [1, 2, 3]) {
    await page.goto('/profile');
    await menuLink(page, 'Home').click();
    await expect(page.getByRole('region', { name: 'Now and next' })).toBeVisible();
    expect(requested).toBe(times);
  }
});

for (const [what, failure, duration] of [
  ['without a trace id', { message: 'Painted.' }, '5s'],
  ['with a trace id', { message: 'Painted.', traceId: 'trace-42' }, '10s'],
] as const) {
  test(`toast: ${what} closes by itself after ${duration}, at the top right, light, role alert (§8, §9)`, async ({
    page,
    server,
  }) => {
    await server.signIn(page);
    await raiseToasts(page, failure);
    await expect(timer(page)).toHaveCSS('animation-duration', duration);
    await expect(toasts(page)).toHaveClass(/Toastify__toast-theme--light/);
    const box = await toasts(page).boundingBox();
    expect(box?.y).toBeLessThan(40);
    await page.setViewportSize({ width: 1280, height: 800 });
    const wide = await toasts(page).boundingBox();
    expect((wide?.x ?? 0) + (wide?.width ?? 0)).toBeGreaterThan(1240);
  });
}

test('toast: a click does not close a toast with a trace id (§8)', async ({ page, server }) => {
  await server.signIn(page);
  await raiseToasts(page, { message: 'Painted.', traceId: 'trace-42' });
  await toasts(page).click({ position: { x: 12, y: 12 } });
  await expectOpen(page);
});

test('toast: pauses while the pointer is over it and while the window has no focus (§9)', async ({ page, server }) => {
  await server.signIn(page);
  await raiseToasts(page, { message: 'Painted.' });
  const dispatch = (event: 'blur' | 'focus') => page.evaluate((name) => window.dispatchEvent(new Event(name)), event);
  await dispatch('blur');
  await expect(timer(page)).toHaveCSS('animation-play-state', 'paused');
  await dispatch('focus');
  await expect(timer(page)).toHaveCSS('animation-play-state', 'running');
  await toasts(page).hover();
  await expect(timer(page)).toHaveCSS('animation-play-state', 'paused');
  await page.mouse.move(5, 700);
  await expect(timer(page)).toHaveCSS('animation-play-state', 'running');
});

for (const [share, isGone] of [
  [0.7, false],
  [0.9, true],
] as const) {
  test(`toast: dragged sideways by touch over ${share * 100} % of its width, it ${isGone ? 'closes' : 'stays'} (§9)`, async ({
    page,
    server,
  }) => {
    await server.signIn(page);
    await raiseToasts(page, { message: 'Painted.', traceId: 'trace-42' });
    await drag(page, 'touch', share);
    if (isGone) await expect(toasts(page)).toHaveCount(0);
    else await expectOpen(page);
  });
}

test('toast: neither the mouse nor a vertical drag moves it (§9)', async ({ page, server }) => {
  await server.signIn(page);
  await raiseToasts(page, { message: 'Painted.', traceId: 'trace-42' });
  await drag(page, 'mouse', 0.95);
  await drag(page, 'touch', 0, 300);
  await expectOpen(page);
});

test('toast: of a stack, three are visible, 12 px apart when expanded (§4, §9, decision 036)', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  await raiseToasts(page, ...['one', 'two', 'three'].map((message) => ({ message, traceId: message })));
  await expect(page.locator('[data-stacked=true]')).toHaveCount(1);
  await toasts(page).last().hover();
  const gaps = async () => {
    const boxes = await toasts(page).evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect()).sort((a, b) => a.top - b.top),
    );
    return boxes.slice(1).map((box, index) => Math.round(box.top - (boxes[index]?.bottom ?? 0)));
  };
  await expect.poll(gaps).toEqual([12, 12]);
});

test('toast: Alt+T moves the focus to it, Escape resumes its timer (§9)', async ({ page, server }) => {
  await server.signIn(page);
  await raiseToasts(page, { message: 'Painted.', traceId: 'trace-42' });
  await expect(page.getByRole('region', { name: /Alt\+T/ })).toHaveCount(1);
  await page.keyboard.press('Alt+t');
  await expect(toasts(page)).toBeFocused();
  await expect(timer(page)).toHaveCSS('animation-play-state', 'paused');
  await page.keyboard.press('Escape');
  await expect(timer(page)).toHaveCSS('animation-play-state', 'running');
});

test('toast: collapses in 300 ms when it closes (§9)', async ({ page, server }) => {
  await server.signIn(page);
  await raiseToasts(page, { message: 'Painted.' });
  const transition = toasts(page).evaluate(
    (toast) =>
      new Promise<string>((resolve) => {
        new MutationObserver(() => {
          if (toast.style.height === '0px') resolve(toast.style.transition);
        }).observe(toast, { attributes: true, attributeFilter: ['style'] });
      }),
  );
  await toasts(page).getByRole('button', { name: 'close' }).click();
  expect(await transition).toMatch(/^(all )?300ms$|^all 0\.3s/);
});

test('toast: the tooltip is 6 px from the toast (§9)', async ({ page, server }) => {
  await server.signIn(page);
  await raiseToasts(page, { message: 'Painted.', traceId: 'trace-42' });
  await page.getByRole('button', { name: 'Painted.' }).hover();
  const tip = page.getByRole('tooltip');
  await expect(tip).toHaveText('Click To Copy The Error Id');
  const [toastBox, tipBox] = [await toasts(page).boundingBox(), await tip.boundingBox()];
  expect((tipBox?.y ?? 0) - (toastBox?.y ?? 0) - (toastBox?.height ?? 0)).toBe(6);
});

async function drag(page: Page, pointerType: 'mouse' | 'touch', share: number, down = 0): Promise<void> {
  await toasts(page).evaluate(
    (toast, { pointerType, share, down }) => {
      const { left, top, width } = toast.getBoundingClientRect();
      const at = (part: number) => ({
        pointerType,
        bubbles: true,
        clientX: left + 10 + part * share * width,
        clientY: top + 10 + part * down,
      });
      toast.dispatchEvent(new PointerEvent('pointerdown', at(0)));
      document.dispatchEvent(new PointerEvent('pointermove', at(0.5)));
      document.dispatchEvent(new PointerEvent('pointermove', at(1)));
      document.dispatchEvent(new PointerEvent('pointerup', at(1)));
    },
    { pointerType, share, down },
  );
}
