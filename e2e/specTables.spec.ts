import { ORGANIZATION_TYPES } from '@companion/contract/account';
import { SPONSOR_TIERS } from '@companion/contract/content';
import { expect, test } from '@companion/testkit/browserTest';
import { stageContent } from '@companion/testkit/stageContent';
import type { TestServer } from '@companion/testkit/testServer';
import type { Page } from '@playwright/test';

test.use({ reuseServer: true });

/*
 * Compares the running app with the tables of the specification: routes and guard of §2, texts of §2, §4 and §5. The
 * calls of §7 are in specCalls.spec.ts, the constants of §9 in specConstants.spec.ts.
 */

/** The public routes of §2 and §6 in their order, with heading and whether the header shows. None shows the menu. */
const PUBLIC: [path: string, heading: string | RegExp, hasHeader: boolean][] = [
  ['/', 'Confluence', false],
  ['/login', 'Enter your phone number', false],
  ['/registration', 'Create your profile', true],
  ['/privacy-policy', 'Privacy Policy and Terms of Use', true],
  ['/lost-password', 'Lost your password?', true],
  ['/reset-password?token=none', 'Reset password token has expired.', true],
];

/** The protected routes of §2 in its order, with their heading. All but `/logout` show header and menu. */
const PROTECTED: [path: string, heading: string][] = [
  ['/prevent-survey', 'Welcome, Ada'],
  ['/postevent-survey', 'Thank you, Ada'],
  ['/dashboard', 'Hello, Ada'],
  ['/polls', 'Let us hear your opinion'],
  ['/polls/pre-event/first-time', 'Is this your first Confluence summit?'],
  ['/agenda', 'Agenda'],
  ['/agenda/speakers', 'Featured Speakers'],
  ['/agenda/agenda/opening', 'Opening Words'],
  ['/agenda/speakers/amos-redcedar', 'Amos Redcedar'],
  ['/sponsors', 'Sponsors'],
  ['/profile', 'Ada Tester'],
  ['/profile/give-us-feedback', 'Give Us Feedback'],
  ['/profile/about-us', 'About Us'],
  ['/profile/edit', 'Edit Profile'],
];

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });

for (const [path, title, hasHeader] of PUBLIC) {
  test(`route: ${path} is open to everyone (§2, §6)`, async ({ page }) => {
    await page.goto(path);
    await expect(heading(page)).toContainText(title);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('banner')).toHaveCount(hasHeader ? 1 : 0);
    await expect(menu(page)).toHaveCount(0);
  });
}

for (const [path, title] of PROTECTED) {
  test(`route: ${path} opens for an attendee, with header and menu (§2)`, async ({ page, server }) => {
    await server.signIn(page);
    await page.goto(path);
    await expect(heading(page)).toHaveText(title);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('banner').getByRole('link')).toHaveAttribute('href', '/dashboard');
    await expect(menu(page).getByRole('link')).toHaveText(['Home', 'Agenda', 'Sponsors', 'Profile']);
  });
}

for (const path of [...PROTECTED.map(([protectedPath]) => protectedPath), '/logout']) {
  test(`guard: ${path} leads a guest to /login and, after signing in, back (§2)`, async ({ page, server }) => {
    const { profile } = await server.register();
    await page.goto('/privacy-policy');
    await page.goto(path);
    await expect(page).toHaveURL('/login');
    expect(await page.evaluate(() => history.state.usr.from.pathname)).toBe(path);

    await page.getByLabel('Phone Number').fill(profile.phone);
    await page.getByRole('button', { name: 'Create Account or Sign In' }).click();
    await page.getByLabel('Verification code').fill(await textedCode(server));
    // Returning to /logout would sign out again.
    await expect(page).toHaveURL(path === '/logout' ? '/dashboard' : path);
    await page.goBack();
    await expect(page, 'the history contains neither /login nor the redirect').toHaveURL('/privacy-policy');
  });
}

test('guard: /complete-registration without a session leads to /login (§2, decision 035)', async ({ page }) => {
  await page.goto('/complete-registration');
  await expect(page).toHaveURL('/login');
});

for (const path of ['/login', '/lost-password']) {
  test(`guard: ${path} leads a signed-in attendee to the dashboard, replacing history (§2)`, async ({
    page,
    server,
  }) => {
    await server.signIn(page);
    await page.goto('/privacy-policy');
    await page.goto(path);
    await expect(page).toHaveURL('/dashboard');
    await page.goBack();
    await expect(page).toHaveURL('/privacy-policy');
  });
}

for (const [path, entry] of [
  ['/dashboard', 'Home'],
  ['/agenda', 'Agenda'],
  ['/agenda/speakers', 'Agenda'],
  ['/agenda/agenda/opening', 'Agenda'],
  ['/sponsors', 'Sponsors'],
  ['/profile', 'Profile'],
  ['/profile/edit', 'Profile'],
  ['/polls', undefined],
] as const) {
  test(`menu: at ${path} the highlighted entry is ${entry ?? 'none'} (§2)`, async ({ page, server }) => {
    await server.signIn(page);
    await page.goto(path);
    await expect(heading(page)).toBeVisible();
    await expect(menu(page).locator('[aria-current=page]')).toHaveText(entry ? [entry] : []);
  });
}

type Role = 'heading' | 'button' | 'link' | 'textbox' | 'progressbar' | 'option';
interface Words {
  on: string;
  visitor: 'guest' | 'attendee' | 'imported';
  stage?(server: TestServer): Promise<unknown>;
  act?(page: Page): Promise<unknown>;
  shows: [role: Role, names: readonly string[]] | [text: string];
}
const noContent = (server: TestServer) => stageContent(server, []);
const noQuestions = ({ services: { db } }: TestServer) => db.updateTable('questions').set({ hidden: 1 }).execute();
const ALL_ANSWERED = 'You have answered all the questions. Thank you!';

/** The texts that §2, §3 and §4 give, in their order. */
const WORDS: Words[] = [
  { on: '/login', visitor: 'guest', shows: ['heading', ['Enter your phone number']] },
  { on: '/login', visitor: 'guest', shows: ['textbox', ['Phone Number']] },
  { on: '/login', visitor: 'guest', shows: ['button', ['Create Account or Sign In']] },
  { on: '/login', visitor: 'guest', shows: ['link', ['Privacy Policy and Terms of Use']] },
  { on: '/registration', visitor: 'guest', shows: ['option', ORGANIZATION_TYPES] },
  { on: '/complete-registration', visitor: 'imported', shows: ['button', ['Activate Your Account']] },
  {
    on: '/lost-password',
    visitor: 'guest',
    act: async (page) => {
      await page.getByLabel('Email').fill('ada@example.com');
      await page.getByRole('button').click();
    },
    shows: ['link', ['Back to login']],
  },
  { on: '/reset-password?token=none', visitor: 'guest', shows: ['heading', ['Reset password token has expired.']] },
  { on: '/polls', visitor: 'attendee', shows: ['heading', ['Let us hear your opinion']] },
  {
    on: '/agenda',
    visitor: 'attendee',
    shows: ['button', ['Day 1 - Main Stage', 'Day 1 - Breakout Sessions', 'Day 2', 'Featured Speakers']],
  },
  { on: '/sponsors', visitor: 'attendee', shows: ['heading', SPONSOR_TIERS] },
  { on: '/profile', visitor: 'attendee', shows: ['link', ['Give Us Feedback', 'About Us', 'Sign Out']] },
  { on: '/nowhere', visitor: 'guest', shows: ['heading', ['Oops! Sorry, an unexpected error has occurred.']] },
  { on: '/agenda', visitor: 'attendee', stage: noContent, shows: ['Agenda is not available at the moment.'] },
  { on: '/agenda/speakers', visitor: 'attendee', stage: noContent, shows: ['No speakers available at the moment.'] },
  { on: '/polls', visitor: 'attendee', stage: noQuestions, shows: [ALL_ANSWERED] },
  { on: '/prevent-survey', visitor: 'attendee', stage: noQuestions, shows: [ALL_ANSWERED] },
  { on: '/postevent-survey', visitor: 'attendee', stage: noQuestions, shows: [ALL_ANSWERED] },
];

for (const { on, visitor, stage, act, shows } of WORDS) {
  const [role, names] = shows.length === 2 ? shows : [undefined, shows];
  test.describe(() => {
    test.use({ reuseServer: !stage });

    test(`texts: ${on} shows ${names.join(', ')} (§2)`, async ({ page, server }) => {
      if (visitor !== 'guest') {
        const session = await server.register();
        const isImported = visitor === 'imported';
        if (isImported) await server.services.db.updateTable('accounts').set({ registration_complete: 0 }).execute();
        const profile = { ...session.profile, registrationComplete: !isImported };
        await server.signIn(page, { ...session, profile });
      }
      await stage?.(server);
      await page.goto(on);
      await act?.(page);
      for (const name of names) {
        const words = role
          ? page.getByRole(role, { name, exact: true })
          : page.getByRole('main').getByText(name, { exact: true });
        await expect(words).toHaveCount(1);
      }
    });
  });
}

async function textedCode(server: TestServer): Promise<string> {
  await expect.poll(async () => (await server.outbox()).length).toBeGreaterThan(0);
  const [sms] = await server.outbox();
  return /\d{6}/.exec(sms?.text ?? '')?.[0] ?? 'no code in the message';
}
