import type { Browser } from '@playwright/test';
import { type BenchPage, FLOOR, REPEATED, TABS } from './benchPages.ts';
import type { Row } from './figures.ts';
import { measureTabs, type TabSwitch } from './measureTabs.ts';
import { measureVisit, type Visit } from './measureVisit.ts';
import { newPhone, usedPhone } from './phones.ts';
import { sessionOf } from './visitors.ts';

export const VISITS = ['cold', 'repeat', 'offline'] as const;
export type VisitKind = (typeof VISITS)[number];

/** What was measured through one server. */
export interface Results extends Record<VisitKind, readonly Row[]> {
  /** The React floor's first visits. */
  floor: Row;
  preact: Row;
  /** The taps of each run. */
  tabs: readonly TabSwitch[][];
}

interface Plan {
  /** The addresses of the servers. */
  urls: { app: string; react: string; preact: string };
  pages: readonly BenchPage[];
  visits: readonly VisitKind[];
  runs: number;
  onRun(run: number): void;
}

/** Measures everything once per run, so that other load on the machine affects all of it alike. */
export async function measureServer(browser: Browser, { urls, pages, visits, runs, onRun }: Plan): Promise<Results> {
  const begin = (name: string, open: () => Promise<Visit>) => ({ name, open, visits: [] as Visit[] });
  const floor = begin('React floor', () => measureVisit(newPhone(browser), { page: FLOOR, url: urls.react }));
  const preact = begin('Preact floor', () => measureVisit(newPhone(browser), { page: FLOOR, url: urls.preact }));
  const repeated = pages.filter(({ name }) => REPEATED.includes(name));
  const used = visits.some((kind) => kind !== 'cold') ? await usedPhones(browser, urls.app, repeated) : undefined;
  const rowsOf = (kind: VisitKind) => {
    if (!visits.includes(kind)) return [];
    if (kind === 'cold' || !used) return pages.map((page) => begin(page.name, () => openNew(browser, page, urls.app)));
    const isOffline = kind === 'offline';
    return repeated.map((page) =>
      begin(page.name, () =>
        measureVisit(page.visitor === 'guest' ? used.guest : used.attendee, { page, url: urls.app, isOffline }),
      ),
    );
  };
  const results = { floor, preact, cold: rowsOf('cold'), repeat: rowsOf('repeat'), offline: rowsOf('offline') };
  const tabs: TabSwitch[][] = [];
  for (let run = 1; run <= runs; run += 1) {
    for (const row of [floor, preact, ...VISITS.flatMap((kind) => results[kind])]) row.visits.push(await row.open());
    if (used) tabs.push(await measureTabs(used.attendee, urls.app));
    onRun(run);
  }
  return { ...results, tabs };
}

/** Each visit has its own account: a visit may end its session. */
async function openNew(browser: Browser, page: BenchPage, url: string): Promise<Visit> {
  return measureVisit(newPhone(browser, await sessionOf(page.visitor, url)), { page, url });
}

/** A guest's phone and an attendee's, on which the app was used before. */
async function usedPhones(browser: Browser, url: string, pages: readonly BenchPage[]) {
  const addresses = (isGuest: boolean) =>
    pages.filter(({ visitor }) => isGuest === (visitor === 'guest')).map(({ name }) => url + name);
  const session = await sessionOf('attendee', url);
  return {
    guest: await usedPhone(browser, addresses(true)),
    // The tabs are tapped there, too.
    attendee: await usedPhone(browser, [...addresses(false), ...TABS.map(({ name }) => url + name)], session),
  };
}
