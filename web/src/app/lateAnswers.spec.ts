import { afterAnswer } from '@companion/testkit/afterAnswer';
import { beginVisit } from '@companion/testkit/beginVisit';
import { expect, test } from '@companion/testkit/browserTest';
import { fillRegistration } from '@companion/testkit/fillRegistration';
import { holdCalls } from '@companion/testkit/holdCalls';
import { nextFrames } from '@companion/testkit/nextFrames';
import { recordQuestions } from '@companion/testkit/recordQuestions';
import type { TestServer } from '@companion/testkit/testServer';
import type { Page } from '@playwright/test';

test.use({ reuseServer: true });

interface Scene {
  screen: string;
  address: string;
  /** The call whose answer is delayed. */
  call: string;
  isVisitor?: true;
  prepare?: (server: TestServer) => Promise<unknown>;
  fillIn?: (page: Page) => Promise<unknown>;
  button: string;
  /** Where the attendee goes before the answer. */
  link: string;
  goesTo: string;
  toast?: string;
}

const hideQuestions = async ({ services: { db } }: TestServer) => {
  await db.updateTable('questions').set({ hidden: 1 }).execute();
  await recordQuestions(db);
};
const unregister = ({ services: { db } }: TestServer) =>
  db.updateTable('accounts').set({ registration_complete: 0 }).execute();

const toAgenda = { link: 'Agenda', goesTo: '/agenda' };
const toPrivacy = { link: 'Privacy Policy and Terms of Use', goesTo: '/privacy-policy' };
const SCENES: Scene[] = [
  {
    screen: 'feedback',
    address: '/profile/give-us-feedback',
    call: '**/api/public/feedback',
    fillIn: (page) => page.getByRole('textbox').fill('More tea'),
    button: 'Send Feedback',
    toast: 'Your message has been sent. Thank you for your feedback.',
    ...toAgenda,
  },
  {
    screen: 'profile edit',
    address: '/profile/edit',
    call: '**/api/public/accounts/*',
    fillIn: (page) => page.getByLabel('First Name').fill('Grace'),
    button: 'Save Changes',
    toast: 'Your profile has been successfully updated.',
    ...toAgenda,
  },
  {
    screen: 'survey',
    address: '/prevent-survey',
    call: '**/api/public/accounts/*',
    prepare: hideQuestions,
    button: 'Return to Dashboard',
    ...toAgenda,
  },
  {
    screen: 'activation',
    address: '/complete-registration',
    call: '**/api/public/accounts/*',
    prepare: unregister,
    button: 'Activate Your Account',
    ...toPrivacy,
  },
  {
    screen: 'registration',
    address: '/registration',
    call: '**/api/public/accounts',
    isVisitor: true,
    fillIn: (page) => fillRegistration(page, { 'Phone Number': '2025550143' }),
    button: 'Create Profile',
    ...toPrivacy,
  },
  {
    screen: 'login',
    address: '/login',
    call: '**/api/public/login',
    isVisitor: true,
    fillIn: (page) => page.getByLabel('Phone Number').fill('2025550143'),
    button: 'Create Account or Sign In',
    ...toPrivacy,
  },
];

const VISITORS = Object.entries(Object.groupBy(SCENES, ({ isVisitor }) => (isVisitor ? 'a guest' : 'an attendee')));

for (const [visitor, scenes] of VISITORS) {
  test(`late answer: to ${visitor}, does not navigate away from the page opened since`, async ({ page, server }) => {
    for (const { screen, address, call, isVisitor, prepare, fillIn, button, link, goesTo, toast } of scenes) {
      await test.step(`of ${screen}, does not navigate away`, async () => {
        await beginVisit(page, isVisitor ? undefined : await server.register());
        await prepare?.(server);
        await page.goto(address);
        await expect(page.getByRole('button', { name: button })).toBeVisible();
        await fillIn?.(page);
        const release = await holdCalls(page, call);
        await page.getByRole('button', { name: button }).click();
        await page.getByRole('link', { name: link, exact: true }).click();
        await expect(page).toHaveURL(goesTo);
        const answered = page.waitForResponse(call);
        release();
        await afterAnswer(page, answered);
        if (toast) await expect(page.getByRole('alert')).toHaveText(toast);
        await nextFrames(page);
        await expect(page).toHaveURL(goesTo);
      });
    }
  });
}
