import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type CallName, calls } from '@companion/contract/calls';
import { expect, test } from 'vitest';
import { routePatterns } from '../../web/src/paths.ts';
import { repositoryFiles } from './repositoryFiles.ts';
import { ROOT } from './runCommand.ts';

/* The tables of the specification. The code must match them. */

/**
 * §7, in its order; `logout` (decision 031), those that prove a phone, an e-mail or a registration (decision 022),
 * `getLiveState`, `getAnnouncements`, and those about calendars, saved sessions and what a person wants to be told are
 * ours. Paths of the table that lack their leading slash are given it.
 */
const CALLS: Record<CallName, string> = {
  login: 'POST /public/login',
  smsLogin: 'POST /sms/login',
  autologin: 'POST /public/autologin',
  refresh: 'POST /public/refresh',
  logout: 'POST /public/logout',
  getAccount: 'GET /public/accounts/{id}',
  createAccount: 'POST /public/accounts',
  updateAccount: 'PUT /public/accounts/{id}',
  confirmRegistration: 'POST /public/accounts/{id}/registration',
  provePhone: 'POST /public/accounts/{id}/phone',
  sendPhoneCode: 'POST /public/accounts/{id}/phone/code',
  cancelPhoneChange: 'POST /public/accounts/{id}/phone/cancel',
  sendEmailProof: 'POST /public/accounts/{id}/email/link',
  proveEmail: 'POST /public/accounts/{id}/email',
  getQuestions: 'GET /public/questions',
  getQuestion: 'GET /public/questions/{campaignId}/{questionId}',
  answerQuestion: 'POST /public/questions/{questionId}',
  getContent: 'GET /public/content',
  getRemovedContent: 'GET /public/content/removed',
  getContentItem: 'GET /public/content/{campaignId}/{contentId}',
  getCalendar: 'GET /calendar',
  createComment: 'POST /public/content/comments',
  updateComment: 'PUT /public/content/comments',
  createVote: 'POST /public/content/votes',
  updateVote: 'PUT /public/content/votes',
  getAudienceQuestions: 'GET /public/audience-questions/{contentId}',
  getOwnAudienceQuestions: 'GET /public/audience-questions',
  createAudienceQuestion: 'POST /public/audience-questions',
  upvoteAudienceQuestion: 'PUT /public/audience-questions/{audienceQuestionId}/upvote',
  shareMail: 'POST /share/mail',
  shareSms: 'POST /share/sms',
  sendFeedback: 'POST /public/feedback',
  sendResetPassword: 'POST /public/auth/send-reset-password',
  validateToken: 'POST /public/auth/validate-token',
  resetPassword: 'POST /public/auth/reset-password',
  getLiveState: 'GET /public/live/state',
  getAnnouncements: 'GET /public/announcements',
  saveSession: 'PUT /public/content/saved',
  saveOwnNote: 'PUT /public/content/notes',
  getOwnCalendar: 'GET /calendar/own',
  createOwnCalendar: 'POST /calendar/own',
  endOwnCalendar: 'POST /calendar/own/end',
  getNoticeSettings: 'GET /public/notices/settings',
  saveNoticeSettings: 'PUT /public/notices/settings',
  savePushDevice: 'PUT /public/notices/device',
  endPushDevice: 'POST /public/notices/device/end',
};

/** §2, in its order; `logout` is written without a slash there. */
const ROUTES = {
  splash: '/',
  login: '/login',
  registration: '/registration',
  completeRegistration: '/complete-registration',
  privacyPolicy: '/privacy-policy',
  lostPassword: '/lost-password',
  resetPassword: '/reset-password',
  logout: '/logout',
  preventSurvey: '/prevent-survey',
  posteventSurvey: '/postevent-survey',
  dashboard: '/dashboard',
  polls: '/polls',
  question: '/polls/:campaignId/:questionId',
  agenda: '/agenda',
  speakers: '/agenda/speakers',
  contentItem: '/agenda/:campaignId/:contentId',
  sponsors: '/sponsors',
  profile: '/profile',
  giveUsFeedback: '/profile/give-us-feedback',
  aboutUs: '/profile/about-us',
  editProfile: '/profile/edit',
  // Ours.
  myThings: '/profile/my-things',
  notifications: '/profile/notifications',
  search: '/search',
  share: '/agenda/:campaignId/:contentId/share',
};

type RouteName = keyof typeof ROUTES;

/** §6: all others need a session. */
const PUBLIC_ROUTES: RouteName[] = [
  'splash',
  'login',
  'registration',
  'completeRegistration',
  'privacyPolicy',
  'lostPassword',
  'resetPassword',
];

test('calls: each has the method and path of §7', () => {
  const found = Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, `${call.method} ${call.path}`]));

  expect(found).toEqual(CALLS);
});

test('calls: each has exactly one handler', () => {
  const single = matches('server/src', /\bhandle\(api, (\w+),/g).filter((name) => name in calls);
  // Two calls may share a handler: `for (const call of [createVote, updateVote])`.
  const shared = matches('server/src', /\bconst call of \[([\w, ]+)\]/g).flatMap((names) => names.split(', '));

  expect([...single, ...shared].sort()).toEqual(callsBut([]));
});

test('calls: each has exactly one endpoint, of its own name', () => {
  const endpoint = /\b(\w+): (?:query|mutation|queuedMutation)(?:<[^>]+>)?\(build, (?:'\1', )?\1\b/g;
  const endpoints = [...matches('web/src/api', endpoint), ...matches('web/src/queue', endpoint)];
  // The base query sends `refresh` itself, while it holds the lock.
  const sent = matches('web/src/api', /\brequest\((\w+), \{/g).filter((name) => name in calls);

  // The live state is read next to its stream, not by a screen.
  expect(endpoints.sort()).toEqual(callsBut(['refresh', 'getLiveState']));
  expect(sent).toEqual(['refresh']);
});

test('routes: their addresses and order are those of §2', () => {
  expect(Object.entries(routePatterns)).toEqual(Object.entries(ROUTES));
});

test('routes: each has its page, in the order of §2, and needs a session unless §6 makes it public', () => {
  const source = readFileSync(path.join(ROOT, 'web/src/app/routes.tsx'), 'utf8');
  const routed = [...source.matchAll(/\bname: '(\w+)',(?:(?!\bname: ')[\s\S])*/g)].map(([text, name]) => ({
    name,
    isPublic: text.includes('isPublic: true'),
  }));
  const names = Object.keys(ROUTES) as RouteName[];

  expect(routed).toEqual(names.map((name) => ({ name, isPublic: PUBLIC_ROUTES.includes(name) })));
});

// `Object.keys` loses the type of the keys.
const callsBut = (names: CallName[]) =>
  (Object.keys(CALLS) as CallName[]).filter((name) => !names.includes(name)).sort();

/** Returns the matches of the pattern's group in every product file below a folder. */
function matches(folder: string, pattern: RegExp): string[] {
  return repositoryFiles()
    .filter((file) => file.startsWith(`${folder}/`) && /(?<!\.(?:test|spec))\.tsx?$/.test(file))
    .flatMap((file) => [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(pattern)])
    .map(([, name]) => name ?? '');
}
