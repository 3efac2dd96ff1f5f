import { eventInfo } from '@companion/contract/event';
import type { Page } from '@playwright/test';
import { alignClocks } from './alignClocks.ts';
import { expect } from './browserTest.ts';
import type { StagedItem } from './stageContent.ts';

export const SUMMIT: StagedItem[] = [
  { id: 'Closing', category: 'Day 2', start: '2026-06-10T19:00:00Z', end: '2026-06-10T20:00:00Z' },
  { id: 'Keynote', start: '2026-06-09T13:00:00Z', end: '2026-06-09T14:00:00Z', room: 'Ballroom', speakerIds: ['ada'] },
  { id: 'Panel', start: '2026-06-09T14:15:00Z', end: '2026-06-09T15:00:00Z' },
  { id: 'Law', category: 'Breakout Sessions', start: '2026-06-09T14:15:00Z', end: '2026-06-09T15:30:00Z' },
  { id: 'Bonds', category: 'Breakout Sessions', start: '2026-06-09T14:15:00Z', end: '2026-06-09T15:00:00Z' },
  { id: 'Lounge', start: '2026-06-10T01:00:00Z', end: '2026-06-10T04:30:00Z' },
  { id: 'Breakfast', category: 'Day 2', start: '2026-06-10T11:30:00Z', end: '2026-06-10T12:30:00Z' },
  { id: 'A word from Acme', category: 'Sponsor', start: '2026-06-09T14:00:00Z', end: '2026-06-09T14:15:00Z' },
  { id: 'ada', type: 'Speaker', title: 'Ada Speaker', subtitle: 'Engineer' },
];

export const ALL = ['Keynote', 'Panel', 'Law', 'Bonds', 'Lounge', 'Breakfast', 'Closing'];

export const heads = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });
export const times = (page: Page) => page.getByRole('main').getByRole('heading', { level: 3 });
export const titles = (page: Page) => page.getByRole('article').getByRole('heading');
export const filter = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const labelled = (page: Page, label: string) =>
  page.getByRole('article').filter({ hasText: label }).getByRole('heading');

export async function openAt(page: Page, instant: string): Promise<void> {
  await alignClocks(page);
  await page.clock.install({ time: new Date(instant) });
  await page.goto('/agenda');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Agenda');
}

/** The time `hours` after the first session of the demo event begins. */
export async function intoTheEvent(server: { url: string }, hours: number): Promise<string> {
  const { startDate } = eventInfo.parse(await (await fetch(`${server.url}/event/event.json`)).json());
  return new Date(Date.parse(startDate) + hours * 3_600_000).toISOString();
}
