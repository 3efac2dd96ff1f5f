import type { CDPSession } from '@playwright/test';
import { evaluate } from './inPage.ts';

/** What the page records about itself, in milliseconds since the navigation started. */
export interface Probe {
  firstPaint: number;
  largestPaint: number;
  layoutShift: number;
  /** The longest delay from an input to the next frame. */
  interaction: number;
  usable: number;
  longTasks: { start: number; duration: number }[];
}

/** Runs in the page before its own scripts, so it may use nothing from outside. */
export function probePage({ usable, answer }: { usable: string; answer?: string | undefined }): void {
  const probe: Probe = {
    firstPaint: Number.NaN,
    largestPaint: Number.NaN,
    layoutShift: 0,
    interaction: 0,
    usable: Number.NaN,
    longTasks: [],
  };
  Object.assign(window, { probe });
  const observe = (type: string, each: (entry: PerformanceEntry) => void, options: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true, ...options });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') probe.firstPaint = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => {
    probe.largestPaint = startTime;
  });
  observe('layout-shift', (entry) => {
    // Not in the DOM's types.
    if (!Reflect.get(entry, 'hadRecentInput')) probe.layoutShift += Reflect.get(entry, 'value') as number;
  });
  observe('longtask', ({ startTime, duration }) => {
    probe.longTasks.push({ start: startTime, duration });
  });
  observe(
    'event',
    (entry) => {
      if (Reflect.get(entry, 'interactionId') > 0) probe.interaction = Math.max(probe.interaction, entry.duration);
    },
    { durationThreshold: 16 },
  );
  const check = () => {
    const element = document.querySelector<HTMLElement>(usable);
    if (element && answer) element.click();
    if (document.querySelector(answer ?? usable)) probe.usable = performance.now();
    else if (answer) setTimeout(check, 30);
    else requestAnimationFrame(check);
  };
  check();
}

/** @returns the page's record. What did not happen is NaN, which the protocol cannot transfer. */
export async function readProbe(cdp: CDPSession): Promise<Probe> {
  // Made by the function above.
  const probe = (await evaluate(cdp, 'probe')) as Record<keyof Probe, never>;
  return {
    ...probe,
    firstPaint: probe.firstPaint ?? Number.NaN,
    largestPaint: probe.largestPaint ?? Number.NaN,
  };
}
