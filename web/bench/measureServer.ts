import type { Browser } from '@playwright/test';
import { addressOf, type BenchPage, FLOOR, REPEATED, TABS } from './benchPages.ts';
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
  /** The addresses of the servers. `api`: that of the app without a proxy. */
  urls: Record<'api' | 'app' | 'react' | 'preact', string>;
  pages: readonly BenchPage[];
  visits: readonly VisitKind[];
  runs: number;
  onRun(run: number): void;
}

/** Measures everything once per run, so that other load on the machine affects all of it alike. */
export async function measureServer(browser: Browser, { urls, pages, visits, runs, onRun }: Plan): Promise<Results> {
  const begin = (name: string, open: () => Promise<Visit>) => ({ name, open, visits: [] as Visit[] });
  const floor = begin('React floor', () => measureVisit(newPhone(browser), { page: FLOOR, address: urls.react }));
  const preact = begin('Preact floor', () => measureVisit(newPhone(browser), { page: FLOOR, address: urls.preact }));
  const repeated = pages.filter(({ name }) => REPEATED.includes(name));
  const used = visits.some((kind) => kind !== 'cold') ? await usedPhones(browser, urls, repeated) : undefined;
  const rowsOf = (kind: VisitKind) => {
    if (!visits.includes(kind)) return [];
    if (kind === 'cold' || !used) return pages.map((page) => begin(page.name, () => openNew(browser, page, urls)));
    return repeated.map((page) =>
      begin(page.name, async () =>
        measureVisit(page.visitor === 'guest' ? used.guest : used.attendee, {
          page,
          address: await addressOf(page, urls.app, urls.api),
          isOffline: kind === 'offline',
        }),
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
async function openNew(browser: Browser, page: BenchPage, { app, api }: Plan['urls']): Promise<Visit> {
  const phone = newPhone(browser, await sessionOf(page.visitor, api));
  return measureVisit(phone, { page, address: await addressOf(page, app, api) });
}

/** A guest's phone and an attendee's, on which the app was used before. */
async function usedPhones(browser: Browser, { app, api }: Plan['urls'], pages: readonly BenchPage[]) {
  const addresses = (isGuest: boolean) =>
    pages.filter(({ visitor }) => isGuest === (visitor === 'guest')).map(({ name }) => app + name);
  const session = await sessionOf('attendee', api);
  return {
    guest: await usedPhone(browser, addresses(true)),
    // The tabs are tapped there, too.
    attendee: await usedPhone(browser, [...addresses(false), ...TABS.map(({ name }) => app + name)], session),
  };
}
