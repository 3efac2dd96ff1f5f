import { completeNames } from '@companion/contract/eventDefaults';
import type { Credentials } from '@companion/contract/session';
import { beginVisit } from '@companion/testkit/beginVisit';
import { expect, test } from '@companion/testkit/browserTest';
import { readSignIn } from '@companion/testkit/readSignIn';
import { recordQuestions } from '@companion/testkit/recordQuestions';
import { stageContent } from '@companion/testkit/stageContent';
import type { TestServer } from '@companion/testkit/testServer';
import type { Page } from '@playwright/test';

test.use({ reuseServer: true });

/*
 * Compares the running app with the tables of the specification: routes and guard of §2, texts of §2, §4 and §5. The
 * calls of §7 are in specCalls.spec.ts, the constants of §9 in specConstants.spec.ts. Each test walks a table in one page;
 * each row is a step of its own and begins as a new visit.
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

/**
 * The protected routes of §2 in its order, with their heading and the entry of the menu that is highlighted. All but
 * `/logout` show header and menu.
 */
const PROTECTED: [path: string, heading: string, entry?: 'Home' | 'Agenda' | 'Sponsors' | 'Profile'][] = [
  ['/prevent-survey', 'Welcome, Ada'],
  ['/postevent-survey', 'Thank you, Ada'],
  ['/dashboard', 'Hello, Ada', 'Home'],
  ['/polls', 'Let us hear your opinion'],
  ['/polls/pre-event/first-time', 'Is this your first Confluence summit?'],
  ['/agenda', 'Agenda', 'Agenda'],
  ['/agenda/speakers', 'Featured Speakers', 'Agenda'],
  ['/agenda/agenda/opening', 'Opening Words', 'Agenda'],
  ['/agenda/speakers/amos-redcedar', 'Amos Redcedar', 'Agenda'],
  ['/sponsors', 'Sponsors', 'Sponsors'],
  ['/profile', 'Ada Tester', 'Profile'],
  ['/profile/give-us-feedback', 'Give Us Feedback', 'Profile'],
  ['/profile/about-us', 'About Us', 'Profile'],
  ['/profile/edit', 'Edit Profile', 'Profile'],
];

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('routes: each public one is open to everyone (§2, §6)', async ({ page }) => {
  for (const [path, title, hasHeader] of PUBLIC) {
    await test.step(`${path} is open to everyone`, async () => {
      await beginVisit(page);
      await page.goto(path);
      await expect(heading(page)).toContainText(title);
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('banner')).toHaveCount(hasHeader ? 1 : 0);
      await expect(menu(page)).toHaveCount(0);
    });
  }
});

test('routes: each protected one opens for an attendee, with header and menu, its entry highlighted (§2)', async ({
  page,
  server,
}) => {
  const session = await server.register();
  for (const [path, title, entry] of PROTECTED) {
    await test.step(`${path} opens for an attendee, the highlighted entry is ${entry ?? 'none'}`, async () => {
      await beginVisit(page, session);
      await page.goto(path);
      await expect(heading(page)).toHaveText(title);
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('banner').getByRole('link').first()).toHaveAttribute('href', '/dashboard');
      await expect(menu(page).getByRole('link')).toHaveText(['Home', 'Agenda', 'Sponsors', 'Profile']);
      await expect(menu(page).locator('[aria-current=page]')).toHaveText(entry ? [entry] : []);
    });
  }
});

test('guard: each protected route leads a guest to /login and, after signing in, back (§2)', async ({
  page,
  server,
}) => {
  test.slow();
  for (const path of [...PROTECTED.map(([protectedPath]) => protectedPath), '/logout']) {
    await test.step(`${path} leads a guest to /login and, after signing in, back`, async () => {
      const { profile } = await server.register();
      await beginVisit(page);
      await page.goto('/privacy-policy');
      await page.goto(path);
      await expect(page).toHaveURL('/login');
      expect(await page.evaluate(() => history.state.usr.from.pathname)).toBe(path);

      await page.getByLabel('Phone Number').fill(profile.phone);
      await page.getByRole('button', { name: 'Create Account or Sign In' }).click();
      const code = page.getByLabel('Verification code');
      await expect(code).toBeVisible();
      const [sms] = await server.outbox();
      await code.fill(readSignIn(sms?.text ?? '').code);
      // Returning to /logout would sign out again.
      await expect(page).toHaveURL(path === '/logout' ? '/dashboard' : path);
      await page.goBack();
      await expect(page, 'the history contains neither /login nor the redirect').toHaveURL('/privacy-policy');
    });
  }
});

test('guard: /complete-registration without a session leads to /login (§2, decision 035)', async ({ page }) => {
  await page.goto('/complete-registration');
  await expect(page).toHaveURL('/login');
});

test('guard: /login and /lost-password lead a signed-in attendee to the dashboard, replacing history (§2)', async ({
  page,
  server,
}) => {
  const session = await server.register();
  for (const path of ['/login', '/lost-password']) {
    await test.step(`${path} leads to the dashboard`, async () => {
      await beginVisit(page, session);
      await page.goto('/privacy-policy');
      await page.goto(path);
      await expect(page).toHaveURL('/dashboard');
      await page.goBack();
      await expect(page).toHaveURL('/privacy-policy');
    });
  }
});

type Kind = 'heading' | 'button' | 'link' | 'textbox' | 'option' | 'text of the main part';
interface Words {
  on: string;
  act?(page: Page): Promise<unknown>;
  shows: [kind: Kind, ...names: string[]][];
}
interface Reader {
  reader: string;
  isGuest?: true;
  isImported?: true;
  stage?(server: TestServer): Promise<unknown>;
  words: Words[];
}
const noContent = (server: TestServer) => stageContent(server, []);
async function noQuestions({ services: { db } }: TestServer): Promise<void> {
  await db.updateTable('questions').set({ hidden: 1 }).execute();
  await recordQuestions(db);
}
/** The demo event has the default names. */
const NAMES = completeNames({}, 2);
const ALL_ANSWERED = 'You have answered all the questions. Thank you!';

/** The texts that §2, §3 and §4 give, in their order, by who reads them. */
const WORDS: Reader[] = [
  {
    reader: 'a guest',
    isGuest: true,
    words: [
      {
        on: '/login',
        shows: [
          ['heading', 'Enter your phone number'],
          ['textbox', 'Phone Number'],
          ['button', 'Create Account or Sign In'],
          ['link', 'Privacy Policy and Terms of Use'],
        ],
      },
      { on: '/registration', shows: [['option', ...NAMES.organizationTypes]] },
      {
        on: '/lost-password',
        act: async (page) => {
          await page.getByLabel('Email').fill('ada@example.com');
          await page.getByRole('button').click();
        },
        shows: [['link', 'Back to login']],
      },
      { on: '/reset-password?token=none', shows: [['heading', 'Reset password token has expired.']] },
      { on: '/nowhere', shows: [['heading', 'Oops! Sorry, an unexpected error has occurred.']] },
    ],
  },
  {
    reader: 'an imported attendee',
    isImported: true,
    words: [{ on: '/complete-registration', shows: [['button', 'Activate Your Account']] }],
  },
  {
    reader: 'an attendee',
    words: [
      { on: '/polls', shows: [['heading', 'Let us hear your opinion']] },
      {
        on: '/agenda',
        shows: [['button', 'Day 1 - Main Stage', 'Day 1 - Breakout Sessions', 'Day 2', 'Featured Speakers']],
      },
      { on: '/sponsors', shows: [['heading', ...NAMES.tiers]] },
      { on: '/profile', shows: [['link', 'Give Us Feedback', 'About Us', 'Sign Out']] },
    ],
  },
  {
    reader: 'an attendee of an event without content',
    stage: noContent,
    words: [
      { on: '/agenda', shows: [['text of the main part', 'Agenda is not available at the moment.']] },
      { on: '/agenda/speakers', shows: [['text of the main part', 'No speakers available at the moment.']] },
    ],
  },
  {
    reader: 'an attendee of an event without questions',
    stage: noQuestions,
    words: [
      { on: '/polls', shows: [['text of the main part', ALL_ANSWERED]] },
      { on: '/prevent-survey', shows: [['text of the main part', ALL_ANSWERED]] },
      { on: '/postevent-survey', shows: [['text of the main part', ALL_ANSWERED]] },
    ],
  },
];

for (const { reader, isGuest, isImported, stage, words } of WORDS) {
  test.describe(() => {
    test.use({ reuseServer: !stage });

    test(`texts: ${reader} reads the words of the specification (§2)`, async ({ page, server }) => {
      let session: Credentials | undefined;
      if (!isGuest) session = await server.register();
      if (session && isImported) {
        await server.services.db.updateTable('accounts').set({ registration_complete: 0 }).execute();
        session.profile.registrationComplete = false;
      }
      await stage?.(server);
      for (const { on, act, shows } of words) {
        await test.step(`${on} shows ${shows.flatMap(([, ...names]) => names).join(', ')}`, async () => {
          await beginVisit(page, session);
          await page.goto(on);
          await act?.(page);
          for (const [kind, ...names] of shows) {
            for (const name of names) {
              const words =
                kind === 'text of the main part'
                  ? page.getByRole('main').getByText(name, { exact: true })
                  : page.getByRole(kind, { name, exact: true });
              await expect(words).toHaveCount(1);
            }
          }
        });
      }
    });
  });
}
