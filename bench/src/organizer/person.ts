import { performance } from 'node:perf_hooks';
import { expect as expectWithin, type Locator, type Page } from '@playwright/test';

// A loaded machine is slow; what it takes counts as waiting.
const expect = expectWithin.configure({ timeout: 60_000 });

/** How long a person takes for a key, and to look and move before they press something. */
const KEY_MS = 200;
const PRESS_MS = 1500;
/** Going on with Tab is quicker than a press up to so many keys. */
const MAX_TABS = 7;

export interface Step {
  name: string;
  keys: number;
  presses: number;
  /** How long the console took to answer, measured. */
  waitedMs: number;
}

export const durationOf = ({ keys, presses, waitedMs }: Omit<Step, 'name'>): number =>
  keys * KEY_MS + presses * PRESS_MS + waitedMs;

/** Someone at a laptop: what they type and press is counted, and done at once. */
export class Person {
  readonly steps: Step[] = [];
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  begin(name: string): void {
    this.steps.push({ name, keys: 0, presses: 0, waitedMs: 0 });
  }

  async press(target: Locator): Promise<void> {
    await this.#wait(() => expect(target).toBeEnabled());
    this.#step.presses += 1;
    await target.click();
  }

  async key(key: string, times = 1): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      this.#step.keys += 1;
      await this.page.keyboard.press(key);
    }
  }

  /** Goes to a field by Tab, or presses it, and types over what it has. */
  async type(field: Locator, text: string): Promise<void> {
    await this.#goTo(field);
    if (await field.inputValue()) await this.key('ControlOrMeta+a');
    this.#step.keys += text.length;
    await this.page.keyboard.type(text);
  }

  /** The eight digits of a date, which go from one part of the field to the next. */
  async typeDate(field: Locator, date: string): Promise<void> {
    await this.#goTo(field);
    this.#step.keys += date.replaceAll('-', '').length;
    await field.fill(date);
  }

  /** Types the beginning of what is chosen. */
  async choose(select: Locator, label: string | RegExp): Promise<void> {
    await this.#goTo(select);
    this.#step.keys += 2;
    const options = await select.getByRole('option').allTextContents();
    const chosen = options.find((option) => (typeof label === 'string' ? option === label : label.test(option)));
    await select.selectOption(chosen ?? '');
  }

  /** The button, the file in the window that opens, and its own button. */
  async chooseFile(input: Locator, file: { name: string; mimeType: string; text: string }): Promise<void> {
    const { name, mimeType, text } = file;
    await this.#wait(() => expect(input).toBeAttached());
    this.#step.presses += 3;
    await input.setInputFiles({ name, mimeType, buffer: Buffer.from(text) });
  }

  async see(text: Locator): Promise<void> {
    await this.#wait(() => expect(text).toBeVisible());
  }

  async seeEmpty(field: Locator): Promise<void> {
    await this.#wait(() => expect(field).toHaveValue(''));
  }

  async seeNone(target: Locator): Promise<void> {
    await this.#wait(() => expect(target).toHaveCount(0));
  }

  get #step(): Step {
    const step = this.steps.at(-1);
    if (!step) throw new Error('Name the step first.');
    return step;
  }

  async #goTo(field: Locator): Promise<void> {
    await this.#wait(() => expect(field).toBeVisible());
    const isFocused = () => field.evaluate((element) => element === element.ownerDocument.activeElement);
    for (let tabs = 0; tabs <= MAX_TABS; tabs += 1) {
      if (await isFocused()) {
        this.#step.keys += tabs;
        return;
      }
      await this.page.keyboard.press('Tab');
    }
    this.#step.presses += 1;
    await field.click();
  }

  async #wait(run: () => Promise<unknown>): Promise<void> {
    const began = performance.now();
    await run();
    this.#step.waitedMs += performance.now() - began;
  }
}
