import type { Page } from '@playwright/test';

/** What is read of an element; the types of the DOM belong to the apps. */
interface PageElement {
  textContent: string | null;
  getBoundingClientRect(): { top: number };
  querySelectorAll(selector: string): Iterable<PageElement>;
}

/** The controls of the page, in order, and how many pixels below the top of the window each begins. */
export const controlPlaces = (page: Page): Promise<{ name: string | null; top: number }[]> =>
  page.getByRole('main').evaluate((main: PageElement) =>
    [...main.querySelectorAll('a, button, input, textarea')].map((control) => ({
      name: control.textContent,
      top: Math.round(control.getBoundingClientRect().top),
    })),
  );

/** The places at the top of the page, with text of the usual size and of twice that size. */
export async function placesBySize(page: Page): Promise<Awaited<ReturnType<typeof controlPlaces>>[]> {
  const places = [];
  for (const percent of [200, 100]) {
    await page.evaluate(`document.documentElement.style.fontSize = '${percent}%'; scrollTo(0, 0)`);
    places.push(await controlPlaces(page));
  }
  return places;
}
