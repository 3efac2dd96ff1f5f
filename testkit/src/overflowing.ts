import type { Page } from '@playwright/test';

/** What is read of an element; the types of the DOM belong to the apps. */
interface PageElement {
  tagName: string;
  className: unknown;
  textContent: string | null;
  clientWidth: number;
  scrollWidth: number;
  getBoundingClientRect(): { left: number; right: number; width: number };
  closest(selector: string): unknown;
  querySelectorAll(selector: string): Iterable<PageElement>;
}

/** Elements that make the page wider than its window, or are cut off at its edge. */
export const overflowing = (page: Page): Promise<string[]> =>
  page.locator('html').evaluate((html: PageElement) => {
    const { clientWidth, scrollWidth } = html;
    const beyond = [...html.querySelectorAll('body *')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      // A scrolling element may be wider than the window.
      const isOut = width > 0 && (right > clientWidth + 1 || left < -1);
      return isOut && !element.closest('table, pre, .visually-hidden, [aria-label="Show"], .Toastify');
    });
    const names = beyond.map(
      ({ tagName, className, textContent }) => `${tagName}.${className} ${textContent?.slice(0, 40)}`,
    );
    return scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide`, ...names] : names;
  });
