import { alignClocks } from '@companion/testkit/alignClocks';
import { recordQuestions } from '@companion/testkit/recordQuestions';
import { resetLink } from '@companion/testkit/resetLink';
import { stageContent } from '@companion/testkit/stageContent';
import type { TestServer } from '@companion/testkit/testServer';
import type { Page } from '@playwright/test';
import { paths, type RouteName } from '../web/src/paths.ts';
import { LONG_NAME, longActivity, longContent, longQuestion } from './longTexts.ts';

/**
 * Who opens the screen: a guest, an attendee, one with the longest fields allowed, or one whose account is not
 * activated.
 */
type Visitor = 'guest' | 'attendee' | 'longNamed' | 'imported';

/** A screen in one of its states. */
export interface Screen {
  state?: string;
  visitor: Visitor;
  path: string | ((server: TestServer) => Promise<string>);
  /** How the network answers the page's calls. The next screen in this page may do without. */
  answers?(page: Page): Promise<unknown>;
  /** Changes what the server has, or the phone's clock: the screens of one test have the same. */
  stage?(server: TestServer, page: Page): Promise<unknown>;
  /** Brings the page into its state. */
  act?(page: Page): Promise<unknown>;
  /** A text that shows once the state is reached. */
  shows: string | RegExp;
}

const CONTENT = '**/api/public/content';
const QUESTIONS = '**/api/public/questions';

const loading = (address: string) => (page: Page) => page.route(address, () => {});
const broken = (address: string) => (page: Page) =>
  page.route(address, (route) => route.fulfill({ status: 500, json: { message: 'It did not work.' } }));
const noContent = (server: TestServer) => stageContent(server, []);
const press = (name: string) => (page: Page) => page.getByRole('button', { name }).click();

async function noQuestions({ services: { db } }: TestServer): Promise<void> {
  await db.updateTable('questions').set({ hidden: 1 }).execute();
  await recordQuestions(db);
}
/** Sets the phone's clock to this many hours after the first session starts: the agenda depends on it. */
const hoursIntoTheEvent = (hours: number) => async (server: TestServer, page: Page) => {
  const { startDate } = await (await fetch(`${server.url}/event/event.json`)).json();
  await alignClocks(page);
  await page.clock.setFixedTime(Date.parse(startDate) + hours * 3_600_000);
};
const beforeTheEvent = hoursIntoTheEvent(-1);
const duringBreakouts = hoursIntoTheEvent(3.5);
/** Sets the phone's clock to a time after the summit. */
const afterTheEvent = async (_: TestServer, page: Page) => {
  await alignClocks(page);
  await page.clock.setFixedTime(Date.now() + 5 * 86_400_000);
};

const signIn = (phone: string) => async (page: Page) => {
  await page.getByLabel('Phone Number').fill(phone);
  await page.getByRole('button', { name: 'Create Account or Sign In' }).click();
};
const KNOWN_PHONE = '(202) 555-0199';

const question = (campaignId: string, id: string, shows: string | RegExp, state: string): Screen => ({
  state,
  visitor: 'attendee',
  path: paths.question(campaignId, id),
  shows,
});

/** Every route of §2, and ours, in each of its states. */
export const screens: Record<RouteName | 'notFound', Screen[]> = {
  splash: [{ visitor: 'guest', path: paths.splash, shows: 'Two days for' }],
  login: [
    { visitor: 'guest', path: paths.login, shows: 'Enter your phone number' },
    { state: 'invalid', visitor: 'guest', path: paths.login, act: press('Sign In'), shows: 'Required' },
    {
      state: 'code sent',
      visitor: 'guest',
      path: async (server) => {
        await server.register({ phone: KNOWN_PHONE });
        return paths.login;
      },
      act: signIn(KNOWN_PHONE),
      shows: 'A verification code has been sent',
    },
  ],
  registration: [
    { visitor: 'guest', path: paths.registration({ phone: '2025550123' }), shows: 'First Name' },
    {
      state: 'invalid',
      visitor: 'guest',
      path: paths.registration(),
      act: press('Create'),
      shows: 'First Name is required',
    },
  ],
  completeRegistration: [{ visitor: 'imported', path: paths.completeRegistration, shows: 'Organization Type' }],
  privacyPolicy: [
    { visitor: 'guest', path: paths.privacyPolicy, shows: 'Non-disclosure' },
    { state: 'signed in', visitor: 'attendee', path: paths.privacyPolicy, shows: 'Non-disclosure' },
    {
      state: 'error',
      visitor: 'guest',
      path: paths.privacyPolicy,
      answers: broken('**/privacy-policy.html'),
      shows: 'Try again',
    },
  ],
  lostPassword: [
    { visitor: 'guest', path: paths.lostPassword, shows: 'Lost your password?' },
    {
      state: 'sent',
      visitor: 'guest',
      path: paths.lostPassword,
      act: async (page) => {
        await page.getByLabel('Email').fill(`${LONG_NAME}@${LONG_NAME.toLowerCase()}.example`);
        await page.getByRole('button', { name: 'Send Reset Link' }).click();
      },
      shows: 'expect an email',
    },
  ],
  resetPassword: [
    { visitor: 'guest', path: resetLink, shows: 'Confirm Password' },
    { state: 'expired', visitor: 'guest', path: paths.resetPassword('none'), shows: 'has expired' },
  ],
  // This route only redirects, to the login screen.
  logout: [],
  preventSurvey: [
    { visitor: 'attendee', path: paths.preventSurvey, shows: 'Is this your first' },
    {
      state: 'done',
      visitor: 'attendee',
      path: paths.preventSurvey,
      stage: noQuestions,
      shows: 'You have answered all',
    },
    { state: 'loading', visitor: 'attendee', path: paths.preventSurvey, answers: loading(QUESTIONS), shows: /./ },
  ],
  posteventSurvey: [{ visitor: 'attendee', path: paths.posteventSurvey, shows: 'Did you meet someone' }],
  dashboard: [
    { visitor: 'attendee', path: paths.dashboard, shows: 'Pre-event survey' },
    {
      state: 'breakouts',
      visitor: 'attendee',
      path: paths.dashboard,
      stage: duringBreakouts,
      shows: 'Also on now',
    },
    { state: 'long', visitor: 'longNamed', path: paths.dashboard, stage: longContent, shows: 'Rindfleisch' },
    { state: 'loading', visitor: 'attendee', path: paths.dashboard, answers: loading(CONTENT), shows: 'Hello' },
    { state: 'empty', visitor: 'attendee', path: paths.dashboard, stage: noContent, shows: 'Agenda is not available' },
    { state: 'error', visitor: 'attendee', path: paths.dashboard, answers: broken(CONTENT), shows: 'Try again' },
    { state: 'over', visitor: 'attendee', path: paths.dashboard, stage: afterTheEvent, shows: 'The event has ended' },
  ],
  polls: [
    { visitor: 'attendee', path: paths.polls, shows: /do you call first/ },
    { state: 'long', visitor: 'attendee', path: paths.polls, stage: longQuestion, shows: 'Rindfleisch' },
    { state: 'empty', visitor: 'attendee', path: paths.polls, stage: noQuestions, shows: 'You have answered all' },
    { state: 'error', visitor: 'attendee', path: paths.polls, answers: broken(QUESTIONS), shows: 'Try again' },
  ],
  question: [
    question('stage-polls-day-1', 'keynote-1-mood', 'Very good', 'faces'),
    question('stage-polls-day-2', 'jv-confidence', 'How confident', 'numbers'),
    question('stage-polls-day-2', 'past-performance-sources', 'Joint ventures', 'multiple'),
    question('stage-polls-day-2', 'town-hall-question', 'What should we ask', 'comment'),
    { ...question('stage-polls-day-1', 'first-call', 'Rindfleisch', 'long'), stage: longQuestion },
    question('stage-polls-day-1', 'none', 'not available', 'missing'),
    {
      ...question('stage-polls-day-1', 'cmmc-boundary', 'Thank you', 'thanks'),
      visitor: 'longNamed',
      act: async (page) => {
        await page.getByLabel('Yes').check();
        await page.getByRole('button', { name: 'Send Answer' }).click();
      },
    },
  ],
  agenda: [
    { visitor: 'attendee', path: paths.agenda, stage: beforeTheEvent, shows: 'Opening Words' },
    {
      state: 'breakouts',
      visitor: 'attendee',
      path: paths.agenda,
      stage: duringBreakouts,
      act: press('Calendar'),
      shows: 'Currently Happening',
    },
    { state: 'mine, empty', visitor: 'attendee', path: paths.agenda, act: press('Mine'), shows: 'not saved a session' },
    {
      state: 'mine',
      visitor: 'attendee',
      path: paths.agenda,
      stage: beforeTheEvent,
      act: async (page) => {
        const buttons = page.getByRole('button', { name: /^Save / });
        // The rows come in slices; among so many some overlap.
        await buttons.nth(11).waitFor();
        for (const button of await buttons.all()) await button.click();
        await press('Mine')(page);
      },
      shows: 'Overlaps with',
    },
    { state: 'long', visitor: 'attendee', path: paths.agenda, stage: longContent, shows: 'Rindfleisch' },
    { state: 'loading', visitor: 'attendee', path: paths.agenda, answers: loading(CONTENT), shows: 'Day 2' },
    { state: 'empty', visitor: 'attendee', path: paths.agenda, stage: noContent, shows: 'Agenda is not available' },
    { state: 'error', visitor: 'attendee', path: paths.agenda, answers: broken(CONTENT), shows: 'Try again' },
  ],
  speakers: [
    { visitor: 'attendee', path: paths.speakers, shows: 'Ruth Longmeadow' },
    { state: 'long', visitor: 'attendee', path: paths.speakers, stage: longContent, shows: 'Donau' },
    { state: 'empty', visitor: 'attendee', path: paths.speakers, stage: noContent, shows: 'No speakers available' },
  ],
  contentItem: [
    { visitor: 'attendee', path: paths.contentItem('agenda', 'panel-set-asides'), shows: 'Vote up' },
    {
      state: 'speaker',
      visitor: 'attendee',
      path: paths.contentItem('speakers', 'lenora-whitecrane'),
      shows: 'Keynote',
    },
    {
      state: 'long',
      visitor: 'attendee',
      path: paths.contentItem('agenda', 'running'),
      stage: longContent,
      shows: 'Rindfleisch',
    },
    {
      state: 'long speaker',
      visitor: 'attendee',
      path: paths.contentItem('speakers', 'speaker'),
      stage: longContent,
      shows: 'Donau',
    },
    { state: 'missing', visitor: 'attendee', path: paths.contentItem('agenda', 'none'), shows: 'not available' },
  ],
  sponsors: [
    { visitor: 'attendee', path: paths.sponsors, shows: 'Welcome Dinner + Platinum' },
    { state: 'long', visitor: 'attendee', path: paths.sponsors, stage: longContent, shows: 'Rindfleisch' },
    { state: 'loading', visitor: 'attendee', path: paths.sponsors, answers: loading(CONTENT), shows: 'Sponsors' },
    { state: 'empty', visitor: 'attendee', path: paths.sponsors, stage: noContent, shows: 'No sponsors available' },
  ],
  profile: [
    { visitor: 'attendee', path: paths.profile, shows: 'Sign Out' },
    { state: 'long', visitor: 'longNamed', path: paths.profile, shows: 'Sign Out' },
  ],
  giveUsFeedback: [
    { visitor: 'attendee', path: paths.giveUsFeedback, shows: 'Give Us Feedback' },
    {
      state: 'invalid',
      visitor: 'attendee',
      path: paths.giveUsFeedback,
      act: press('Send'),
      shows: 'Message is required',
    },
  ],
  aboutUs: [{ visitor: 'attendee', path: paths.aboutUs, shows: 'Hollin Reach Advisory' }],
  editProfile: [{ visitor: 'longNamed', path: paths.editProfile, shows: 'Organization Type' }],
  myThings: [
    {
      visitor: 'attendee',
      path: paths.myThings,
      shows: 'What you save, note, ask, answer, vote and comment will be here.',
    },
    {
      state: 'long texts',
      visitor: 'longNamed',
      stage: longActivity,
      path: paths.myThings,
      shows: 'Waiting for the moderators',
    },
  ],
  notifications: [{ visitor: 'attendee', path: paths.notifications, shows: 'On this phone' }],
  search: [
    { state: 'found', visitor: 'attendee', path: `${paths.search}#q=gold`, shows: 'Larkspur Bidworks' },
    { visitor: 'attendee', path: paths.search, shows: 'Type the beginning' },
    { state: 'text', visitor: 'attendee', path: `${paths.search}#q=8(a)`, shows: 'Year Four of Nine' },
    { state: 'some words', visitor: 'attendee', path: `${paths.search}#q=lunch xyzzy`, shows: 'Nothing has all' },
    { state: 'nothing', visitor: 'attendee', path: `${paths.search}#q=xyzzy`, shows: 'Nothing found' },
    { state: 'room', visitor: 'attendee', path: paths.room('Cascade Hall'), shows: 'Networking Lunch' },
    {
      state: 'long',
      visitor: 'attendee',
      path: `${paths.search}#q=rindfleisch`,
      stage: longContent,
      shows: 'Ballroom',
    },
    {
      state: 'loading',
      visitor: 'attendee',
      path: paths.search,
      answers: loading(CONTENT),
      shows: 'Sessions, speakers',
    },
    { state: 'error', visitor: 'attendee', path: paths.search, answers: broken(CONTENT), shows: 'Try again' },
  ],
  share: [
    { visitor: 'attendee', path: paths.share('agenda', 'panel-set-asides'), shows: 'Send Link' },
    {
      state: 'invalid',
      visitor: 'attendee',
      path: paths.share('speakers', 'lenora-whitecrane'),
      act: press('Send Link'),
      shows: 'Required',
    },
    { state: 'long', visitor: 'attendee', path: paths.share('agenda', 'running'), stage: longContent, shows: 'Rindfl' },
    { state: 'missing', visitor: 'attendee', path: paths.share('agenda', 'none'), shows: 'not available' },
  ],
  notFound: [
    { visitor: 'guest', path: '/no-such-page', shows: 'Oops!' },
    { state: 'signed in', visitor: 'attendee', path: '/no-such-page', shows: 'Oops!' },
  ],
};
