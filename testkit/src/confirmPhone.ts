import { expect, type Page } from '@playwright/test';
import { readSignIn } from './readSignIn.ts';
import type { TestServer } from './testServer.ts';

/** The card that asks the attendee to confirm the phone number. */
export const phoneCard = (page: Page) => page.getByRole('region', { name: 'Confirm your phone number' });

/** Has the code texted from the card, and enters it: the last digit sends it. */
export async function confirmPhone(page: Page, server: TestServer): Promise<void> {
  await phoneCard(page).getByRole('button', { name: 'Text Me a Code' }).click();
  const code = phoneCard(page).getByLabel('Verification code');
  await expect(code).toBeFocused();
  const text = (await server.outbox()).find(({ kind }) => kind === 'sms')?.text ?? '';
  await code.fill(readSignIn(text).code);
  await expect(phoneCard(page)).toHaveCount(0);
}
