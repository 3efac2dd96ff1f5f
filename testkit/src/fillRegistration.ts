import type { Page } from '@playwright/test';

/** What an attendee types into the form of /registration, by its labels. */
const TYPED = {
  'First Name': 'Ada',
  'Last Name': 'Redbird',
  Email: 'ada@example.com',
  'Organization Name': 'Cedar & Stone LLC',
};

/**
 * Fills in the form of /registration and accepts the terms.
 * @param given other texts; null leaves the field as it is
 */
export async function fillRegistration(
  page: Page,
  given: Record<string, string | null> = {},
  organizationType = '8(a)',
): Promise<void> {
  for (const [label, text] of Object.entries({ ...TYPED, ...given })) {
    if (text !== null) await page.getByLabel(label).fill(text);
  }
  await page.getByLabel('Organization Type').selectOption(organizationType);
  await page.getByRole('checkbox').check();
}
