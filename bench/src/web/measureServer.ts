import type { Browser } from '@playwright/test';
import { addressOf, type BenchPage, FLOOR, REPEATED, TABS } from './benchPages.ts';
import type { Row } from './figures.ts';
import { measureTabs, type TabSwitch } from './measureTabs.ts';
import { measureVisit, type Visit } from './measureVisit.ts';
import { newPhone, type Phone, usedPhone } from './phones.ts';
import { sessionOf } from './visitors.ts';

export const VISITS = ['cold', 'repeat', 'offline'] as const;
export type VisitKind = (typeof VISITS)[number];

/** What was measured of one build of the app, through one server. */
export interface Results extends Record<VisitKind, readonly Row[]> {
  /** The React floor's first visits. */
  floor: Row;
  /** The taps of each run. */
  tabs: readonly TabSwitch[][];
}

/** The addresses of a server. `api`: that of the app without a proxy. */
type AppAddresses = Record<'api' | 'app', string>;

interface Plan {
  /** The address of the React floor. */
  floor: string;
  /** The builds of the app. */
  apps: readonly AppAddresses[];
  pages: readonly BenchPage[];
  visits: readonly VisitKind[];
  runs: number;
  onRun(run: number): void;
}

/**
 * Measures everything once per run, so that other load on the machine affects all of it alike. Returns the results of
 * each build.
 */
export async function measureServer(browser: Browser, plan: Plan): Promise<Results[]> {
  const floor = begin('React floor', () => measureVisit(newPhone(browser), { page: FLOOR, address: plan.floor }));
  const measured: Measured[] = [];
  for (const urls of plan.apps) measured.push(await beginApp(browser, urls, plan));
  for (let run = 1; run <= plan.runs; run += 1) {
    floor.visits.push(await floor.open());
    for (const { rows, attendee, urls, tabs } of measured) {
      for (const row of VISITS.flatMap((kind) => rows[kind])) row.visits.push(await row.open());
      if (attendee) tabs.push(await measureTabs(attendee, urls.app));
    }
    plan.onRun(run);
  }
  return measured.map(({ rows, tabs }) => ({ floor, ...rows, tabs }));
}

interface OpenRow extends Row {
  visits: Visit[];
  open: () => Promise<Visit>;
}

const begin = (name: string, open: () => Promise<Visit>): OpenRow => ({ name, open, visits: [] });

/** A build of the app while it is measured. */
interface Measured {
  urls: AppAddresses;
  rows: Record<VisitKind, OpenRow[]>;
  /** Of an attendee who has used the app before. Undefined where no repeat visit is measured. */
  attendee: Phone | undefined;
  tabs: TabSwitch[][];
}

async function beginApp(browser: Browser, urls: AppAddresses, { pages, visits }: Plan): Promise<Measured> {
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
  const rows = { cold: rowsOf('cold'), repeat: rowsOf('repeat'), offline: rowsOf('offline') };
  return { urls, rows, attendee: used?.attendee, tabs: [] };
}

/** Each visit has its own account: a visit may end its session. */
async function openNew(browser: Browser, page: BenchPage, { app, api }: AppAddresses): Promise<Visit> {
  const phone = newPhone(browser, await sessionOf(page.visitor, api));
  return measureVisit(phone, { page, address: await addressOf(page, app, api) });
}

/** A guest's phone and an attendee's, on which the app was used before. */
async function usedPhones(browser: Browser, { app, api }: AppAddresses, pages: readonly BenchPage[]) {
  const addresses = (isGuest: boolean) =>
    pages.filter(({ visitor }) => isGuest === (visitor === 'guest')).map(({ name }) => app + name);
  const session = await sessionOf('attendee', api);
  return {
    guest: await usedPhone(browser, addresses(true)),
    // The tabs are tapped there, too.
    attendee: await usedPhone(browser, [...addresses(false), ...TABS.map(({ name }) => app + name)], session),
  };
}
