import { expect, type Page } from '@playwright/test';
import { type StaffBrowser, signedInMember } from './staffBrowser.ts';
import type { TestServer } from './testServer.ts';

/** This browser becomes a stage screen. @returns the calls of the host who has made its link */
export async function openStage(page: Page, server: TestServer): Promise<StaffBrowser> {
  const { browser: host } = await signedInMember(server, 'host');
  const { results: stageScreen } = await host.ask('createStageScreen', { body: { name: 'Main hall' } });
  await page.goto(stageScreen.link);
  await expect(page.getByText('Join at')).toBeVisible();
  return host;
}
