import type { Page } from '@playwright/test';
import { hostPoll } from './hostPoll.ts';
import { signInToConsole } from './signInToConsole.ts';
import { signedInMember } from './staffBrowser.ts';
import type { TestServer } from './testServer.ts';

/** A poll of the demo event for the stage. */
export const STAGE_POLL = { campaignId: 'stage-polls-day-1', questionId: 'keynote-1-mood' };

export const controls = (page: Page) => page.getByRole('region', { name: 'Controls' });
export const control = (page: Page, name: string) => controls(page).getByRole('button', { name, exact: true });

/** A host is signed in in this browser; returns the calls of another one. */
export async function signInHost(server: TestServer, page: Page) {
  await signInToConsole(page, server, 'host');
  return (await signedInMember(server, 'host')).browser;
}

/** The run screen with a poll on stage that is still a draft. */
export async function runDraft(server: TestServer, page: Page): Promise<void> {
  await hostPoll(server.services, STAGE_POLL, { state: 'draft', isOnStage: true });
  await page.goto('/console/run');
}
