import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { nextFrames } from '@companion/testkit/nextFrames';
import { endToastTimers, raiseToasts, toasts, toastTimer } from '@companion/testkit/raiseToasts';
import type { Page } from '@playwright/test';

/* How a toast behaves (§8, §9). No test waits for its time: raiseToasts keeps it open, endToastTimers ends it. */

test.use({ reuseServer: true });

const TIP = 'Click To Copy The Error Id';
const PLAIN = { message: 'Painted.' };
const TRACED = { message: 'Painted.', traceId: 'trace-42' };

const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

/** The toast is neither closed nor closing: the library marks it as soon as its exit starts. */
async function expectOpen(page: Page): Promise<void> {
  await nextFrames(page);
  await expect(toasts(page)).toHaveCount(1);
  expect(await toasts(page).getAttribute('data-in')).toBe('true');
}

test('toast: data.message shows at the top right, light, role alert, for 5 s, with a trace id for 10 s (§8, §9)', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  for (const [what, failure, duration] of [
    ['without a trace id', PLAIN, '5s'],
    ['with a trace id', TRACED, '10s'],
  ] as const) {
    await test.step(what, async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await raiseToasts(page, failure);
      await expect(toasts(page)).toContainText('Painted.');
      await expect(page.getByText(TIP)).toHaveCount('traceId' in failure ? 1 : 0);
      await expect(toastTimer(page)).toHaveCSS('animation-duration', duration);
      await expect(toasts(page)).toHaveClass(/Toastify__toast-theme--light/);
      await expect(toasts(page)).toHaveClass(/Toastify__toast--error/);
      const box = await toasts(page).boundingBox();
      expect(box?.y).toBeLessThan(40);
      await page.setViewportSize({ width: 1280, height: 800 });
      const wide = await toasts(page).boundingBox();
      expect((wide?.x ?? 0) + (wide?.width ?? 0)).toBeGreaterThan(1240);
      await endToastTimers(page);
      await expect(toasts(page)).toHaveCount(0);
    });
  }
});

test('toast: two messages in another script are two toasts', async ({ page, server }) => {
  await server.signIn(page);
  await raiseToasts(page, { message: 'Зал закрыт.' }, { message: 'Сессия отменена.' });
  await expect(toasts(page)).toHaveCount(2);
});

test('toast: with a trace id, Alt+T moves the focus to it and Escape resumes its timer; it has a tooltip at 6 px, and a click copies the id and does not close it (§8, §9)', async ({
  page,
  context,
  server,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await server.signIn(page);
  await raiseToasts(page, TRACED);
  await expect(page.getByRole('region', { name: /Alt\+T/ })).toHaveCount(1);
  await page.keyboard.press('Alt+t');
  await expect(toasts(page)).toBeFocused();
  await expect(toastTimer(page)).toHaveCSS('animation-play-state', 'paused');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(toastTimer(page)).toHaveCSS('animation-play-state', 'running');

  const message = page.getByRole('button', { name: 'Painted.' });
  await expect(message).toHaveAccessibleDescription(TIP);
  const tip = page.getByRole('tooltip', { includeHidden: true });
  await expect(tip).toBeHidden();
  await message.hover();
  await expect(tip).toBeVisible();
  await expect(tip).toHaveText(TIP);
  const [toastBox, tipBox] = [await toasts(page).boundingBox(), await tip.boundingBox()];
  expect((tipBox?.y ?? 0) - (toastBox?.y ?? 0) - (toastBox?.height ?? 0)).toBe(6);

  await message.click();
  expect(await copied(page)).toBe('trace-42');
  await toasts(page).click({ position: { x: 12, y: 12 } });
  await expectOpen(page);
});

test('toast: a second failure with the same message begins its time again, and a click copies the newer id (§8)', async ({
  page,
  context,
  server,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await server.signIn(page);
  const failures = ['first', 'second'].map((traceId) => ({ message: 'Painted.', traceId }));
  const started = () =>
    toastTimer(page).evaluateAll((timers) =>
      timers.flatMap((timer) => timer.getAnimations()).map((one) => one.startTime),
    );
  await raiseToasts(page, ...failures.slice(0, 1));
  const [before] = await started();
  await page.unroute('**/api/public/content');
  await page.route('**/api/public/content', (route) => route.fulfill({ status: 500, json: failures[1] }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(started).not.toEqual([before]);
  await expect(toasts(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Painted.' }).click();
  expect(await copied(page)).toBe('second');
});

test('toast: with reduced motion it appears and closes at once', async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await server.signIn(page);
  await raiseToasts(page, PLAIN);
  // The library sets this class only during its entry and exit animations.
  const duration = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('div'));
    probe.className = 'Toastify__toast Toastify--animate';
    return getComputedStyle(probe).animationDuration;
  });
  expect(duration).toBe('0.001s');
  await toasts(page).click();
  await expect(toasts(page)).toHaveCount(0);
});

test('toast: of a stack, three are visible, 12 px apart when expanded; the next one waits (§4, §9, decision 036)', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  await raiseToasts(page, ...['one', 'two', 'three', 'four'].map((message) => ({ message, traceId: message })));
  await expect(toasts(page)).toHaveCount(3);
  for (const shown of ['one', 'two', 'three']) await expect(toasts(page).filter({ hasText: shown })).toBeVisible();
  await expect(page.locator('[data-stacked=true]')).toHaveCount(1);
  await toasts(page).last().hover();
  const gaps = async () => {
    const boxes = await toasts(page).evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect()).sort((a, b) => a.top - b.top),
    );
    return boxes.slice(1).map((box, index) => Math.round(box.top - (boxes[index]?.bottom ?? 0)));
  };
  await expect.poll(gaps).toEqual([12, 12]);
  await toasts(page).last().getByRole('button', { name: 'close' }).click();
  await expect(page.getByRole('button', { name: 'four' })).toBeAttached();
});

test('toast: pauses while the pointer is over it and while the window has no focus; collapses in 300 ms when it closes (§9)', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  await raiseToasts(page, PLAIN);
  const timer = toastTimer(page);
  const dispatch = (event: 'blur' | 'focus') => page.evaluate((name) => window.dispatchEvent(new Event(name)), event);
  await dispatch('blur');
  await expect(timer).toHaveCSS('animation-play-state', 'paused');
  await dispatch('focus');
  await expect(timer).toHaveCSS('animation-play-state', 'running');
  await toasts(page).hover();
  await expect(timer).toHaveCSS('animation-play-state', 'paused');
  await page.mouse.move(5, 700);
  await expect(timer).toHaveCSS('animation-play-state', 'running');

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

test('toast: dragged sideways by touch over 90 % of its width it closes, over 70 %, by the mouse or down it stays (§9)', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  await raiseToasts(page, TRACED);
  await drag(page, 'mouse', 0.95);
  await drag(page, 'touch', 0, 300);
  await expectOpen(page);
  await drag(page, 'touch', 0.7);
  await expectOpen(page);
  await drag(page, 'touch', 0.9);
  await expect(toasts(page)).toHaveCount(0);
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
