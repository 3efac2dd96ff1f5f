import { completeNames } from '@companion/contract/eventDefaults';
import { beginVisit } from '@companion/testkit/beginVisit';
import { expect, test } from '@companion/testkit/browserTest';
import { readSignIn } from '@companion/testkit/readSignIn';
import { recordQuestions } from '@companion/testkit/recordQuestions';
import { stageContent } from '@companion/testkit/stageContent';
import type { Page } from '@playwright/test';

test.use({ reuseServer: true });

/*
 * Compares the running app with the tables of the specification: routes and guard of §2, texts of §2, §3 and §4. The
 * calls of §7 are in specCalls.spec.ts, the constants of §9 in specConstants.spec.ts. Each test walks a table in one page;
 * each row is a step of its own and begins as a new visit.
 */

type Kind = 'heading' | 'button' | 'link' | 'textbox' | 'option' | 'text of the main part';
type Words = [kind: Kind, ...names: string[]][];

/** The demo event has the default names. */
const NAMES = completeNames({}, 2);
const ALL_ANSWERED = 'You have answered all the questions. Thank you!';

interface Public {
  path: string;
  heading: string | RegExp;
  hasHeader: boolean;
  act?(page: Page): Promise<unknown>;
  /** What §2, §3 and §4 say that it shows, after the act. */
  words?: Words;
}

/** The public routes of §2 and §6 in their order, and an unknown address. None shows the menu. */
const PUBLIC: Public[] = [
  { path: '/', heading: 'Confluence', hasHeader: false },
  {
    path: '/login',
    heading: 'Enter your phone number',
    hasHeader: false,
    words: [
      ['heading', 'Enter your phone number'],
      ['textbox', 'Phone Number'],
      ['button', 'Create Account or Sign In'],
      ['link', 'Privacy Policy and Terms of Use'],
    ],
  },
  {
    path: '/registration',
    heading: 'Create your profile',
    hasHeader: true,
    words: [['option', ...NAMES.organizationTypes]],
  },
  { path: '/privacy-policy', heading: 'Privacy Policy and Terms of Use', hasHeader: true },
  {
    path: '/lost-password',
    heading: 'Lost your password?',
    hasHeader: true,
    act: async (page) => {
      await page.getByLabel('Email').fill('ada@example.com');
      await page.getByRole('main').getByRole('button').click();
    },
    words: [['link', 'Back to login']],
  },
  {
    path: '/reset-password?token=none',
    heading: 'Reset password token has expired.',
    hasHeader: true,
    words: [['heading', 'Reset password token has expired.']],
  },
  {
    path: '/nowhere',
    heading: 'Oops!',
    hasHeader: true,
    words: [['heading', 'Oops! Sorry, an unexpected error has occurred.']],
  },
];

/**
 * The protected routes of §2 in its order, with their heading, the entry of the menu that is highlighted and the words of
 * §2. All but `/logout` show header and menu.
 */
const PROTECTED: [
  path: string,
  heading: string,
  entry?: 'Home' | 'Agenda' | 'Sponsors' | 'Profile' | undefined,
  words?: Words,
][] = [
  ['/prevent-survey', 'Welcome, Ada'],
  ['/postevent-survey', 'Thank you, Ada'],
  ['/dashboard', 'Hello, Ada', 'Home'],
  ['/polls', 'Let us hear your opinion', undefined, [['heading', 'Let us hear your opinion']]],
  ['/polls/pre-event/first-time', 'Is this your first Confluence summit?'],
  [
    '/agenda',
    'Agenda',
    'Agenda',
    [['button', 'Day 1 - Main Stage', 'Day 1 - Breakout Sessions', 'Day 2', 'Featured Speakers']],
  ],
  ['/agenda/speakers', 'Featured Speakers', 'Agenda'],
  ['/agenda/agenda/opening', 'Opening Words', 'Agenda'],
  ['/agenda/speakers/amos-redcedar', 'Amos Redcedar', 'Agenda'],
  ['/sponsors', 'Sponsors', 'Sponsors', [['heading', ...NAMES.tiers]]],
  ['/profile', 'Ada Tester', 'Profile', [['link', 'Give Us Feedback', 'About Us', 'Sign Out']]],
  ['/profile/give-us-feedback', 'Give Us Feedback', 'Profile'],
  ['/profile/about-us', 'About Us', 'Profile'],
  ['/profile/edit', 'Edit Profile', 'Profile'],
];

async function expectWords(page: Page, words: Words): Promise<void> {
  for (const [kind, ...names] of words) {
    for (const name of names) {
      const shown =
        kind === 'text of the main part'
          ? page.getByRole('main').getByText(name, { exact: true })
          : page.getByRole(kind, { name, exact: true });
      await expect(shown).toHaveCount(1);
    }
  }
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('routes: each public one is open to everyone and has the words of the specification (§2, §3, §6)', async ({
  page,
}) => {
  for (const { path, heading: title, hasHeader, act, words = [] } of PUBLIC) {
    await test.step(`${path} is open to everyone`, async () => {
      await beginVisit(page);
      await page.goto(path);
      await expect(heading(page)).toContainText(title);
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('banner')).toHaveCount(hasHeader ? 1 : 0);
      await expect(menu(page)).toHaveCount(0);
      await act?.(page);
      await expectWords(page, words);
    });
  }
});

test('routes: each protected one opens for an attendee, with header, menu and the words of the specification, its entry highlighted (§2)', async ({
  page,
  server,
}) => {
  const session = await server.register();
  for (const [path, title, entry, words = []] of PROTECTED) {
    await test.step(`${path} opens for an attendee, the highlighted entry is ${entry ?? 'none'}`, async () => {
      await beginVisit(page, session);
      await page.goto(path);
      await expect(heading(page)).toHaveText(title);
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('banner').getByRole('link').first()).toHaveAttribute('href', '/dashboard');
      await expect(menu(page).getByRole('link')).toHaveText(['Home', 'Agenda', 'Sponsors', 'Profile']);
      await expect(menu(page).locator('[aria-current=page]')).toHaveText(entry ? [entry] : []);
      await expectWords(page, words);
    });
  }
});

test('guard: each protected route leads a guest to /login and, after signing in, back, with its query (§2, decision 031)', async ({
  page,
  server,
}) => {
  test.slow();
  for (const path of [...PROTECTED.map(([protectedPath]) => protectedPath), '/logout']) {
    await test.step(`${path} leads a guest to /login and, after signing in, back`, async () => {
      const { profile } = await server.register();
      await beginVisit(page);
      await page.goto('/privacy-policy');
      await page.goto(`${path}?x=1`);
      await expect(page).toHaveURL('/login');
      expect(await page.evaluate(() => history.state.usr.from)).toMatchObject({ pathname: path, search: '?x=1' });

      await page.getByLabel('Phone Number').fill(profile.phone);
      await page.getByRole('button', { name: 'Create Account or Sign In' }).click();
      const code = page.getByLabel('Verification code');
      await expect(code).toBeVisible();
      const [sms] = await server.outbox();
      await code.fill(readSignIn(sms?.text ?? '').code);
      // Returning to /logout would sign out again.
      await expect(page).toHaveURL(path === '/logout' ? '/dashboard' : `${path}?x=1`);
      await page.goBack();
      await expect(page, 'the history contains neither /login nor the redirect').toHaveURL('/privacy-policy');
    });
  }
});

test('guard: /complete-registration leads a guest to /login; /login and /lost-password lead an attendee to the dashboard, replacing history (§2, decision 035)', async ({
  page,
  server,
}) => {
  await page.goto('/complete-registration');
  await expect(page).toHaveURL('/login');
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

test('texts: an imported attendee reads the words of the specification (§2)', async ({ page, server }) => {
  const session = await server.register();
  await server.services.db.updateTable('accounts').set({ registration_complete: 0 }).execute();
  await server.signIn(page, { ...session, profile: { ...session.profile, registrationComplete: false } });
  await page.goto('/complete-registration');
  await expectWords(page, [['button', 'Activate Your Account']]);
});

test.describe('of an event without content and questions', () => {
  test.use({ reuseServer: false });

  test('texts: its attendee reads on each screen that there is nothing (§2)', async ({ page, server }) => {
    await stageContent(server, []);
    await server.services.db.updateTable('questions').set({ hidden: 1 }).execute();
    await recordQuestions(server.services.db);
    await server.signIn(page);
    for (const [path, text] of [
      ['/dashboard', 'Agenda is not available at the moment.'],
      ['/agenda', 'Agenda is not available at the moment.'],
      ['/agenda/speakers', 'No speakers available at the moment.'],
      ['/sponsors', 'No sponsors available at the moment.'],
      ['/polls', ALL_ANSWERED],
      ['/prevent-survey', ALL_ANSWERED],
      ['/postevent-survey', ALL_ANSWERED],
    ] as const) {
      await test.step(`${path} shows “${text}”`, async () => {
        await page.goto(path);
        await expectWords(page, [['text of the main part', text]]);
      });
    }
  });
});
