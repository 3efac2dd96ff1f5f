import { type ComponentType, lazy } from 'react';
import { loadPurifier } from '../page/purifier.ts';
import { type RouteName, routePatterns } from '../paths.ts';
import { LoginPage } from '../signin/LoginPage.tsx';
import { LogoutPage } from '../signin/LogoutPage.tsx';
import { SplashPage } from './SplashPage.tsx';

/** A screen of §2: where it is, what it shows, and how the layout frames it. */
export interface AppRoute {
  name: RouteName;
  /** Of the document; a page that shows one of many gives its own. */
  title?: string;
  page: ComponentType;
  /** Fetches the page's code, where it does not come with the app. */
  load?: () => Promise<unknown>;
  /** Needs a session (§2, Route guard). */
  isProtected?: true;
  /** Public, but has nothing to show before a sign-in link was tried. */
  awaitsSignIn?: true;
  /** A page may hide both (§2). The menu leads to protected pages: without a session it is hidden everywhere. */
  hideHeader?: true;
  hideMenu?: true;
}

/** Every route that is built, in the order of §2: splash, sign-in and sign-out come with the app, each other page when it is opened. */
export const routes: AppRoute[] = [
  { name: 'splash', title: 'Welcome', page: SplashPage, hideHeader: true, hideMenu: true },
  { name: 'login', title: 'Sign in', page: LoginPage, hideHeader: true, hideMenu: true },
  {
    name: 'registration',
    title: 'Create your profile',
    ...later(() => import('../signin/RegistrationPage.tsx').then((file) => ({ default: file.RegistrationPage }))),
    hideMenu: true,
  },
  {
    name: 'completeRegistration',
    title: 'Activate your account',
    awaitsSignIn: true,
    ...later(() =>
      import('../signin/CompleteRegistrationPage.tsx').then((file) => ({ default: file.CompleteRegistrationPage })),
    ),
    hideMenu: true,
  },
  {
    name: 'privacyPolicy',
    title: 'Privacy policy',
    ...later(() =>
      withPurifier(import('../signin/PrivacyPolicyPage.tsx').then((file) => ({ default: file.PrivacyPolicyPage }))),
    ),
  },
  {
    name: 'lostPassword',
    title: 'Lost password',
    ...later(() => import('../signin/LostPasswordPage.tsx').then((file) => ({ default: file.LostPasswordPage }))),
    hideMenu: true,
  },
  {
    name: 'resetPassword',
    title: 'New password',
    ...later(() => import('../signin/ResetPasswordPage.tsx').then((file) => ({ default: file.ResetPasswordPage }))),
    hideMenu: true,
  },
  { name: 'logout', title: 'Signing out', page: LogoutPage, isProtected: true, hideHeader: true, hideMenu: true },
  {
    name: 'preventSurvey',
    title: 'Pre-event survey',
    ...later(() =>
      withPurifier(import('../polls/PreventSurveyPage.tsx').then((file) => ({ default: file.PreventSurveyPage }))),
    ),
    isProtected: true,
  },
  {
    name: 'posteventSurvey',
    title: 'Post-event survey',
    ...later(() =>
      withPurifier(import('../polls/PosteventSurveyPage.tsx').then((file) => ({ default: file.PosteventSurveyPage }))),
    ),
    isProtected: true,
  },
  {
    name: 'dashboard',
    title: 'Home',
    ...later(() => import('./HomePage.tsx').then((file) => ({ default: file.HomePage }))),
    isProtected: true,
  },
  {
    name: 'polls',
    title: 'Polls',
    ...later(() => import('../polls/PollsPage.tsx').then((file) => ({ default: file.PollsPage }))),
    isProtected: true,
  },
  {
    name: 'question',
    ...later(() => import('../polls/QuestionPage.tsx').then((file) => ({ default: file.QuestionPage }))),
    isProtected: true,
  },
  {
    name: 'agenda',
    title: 'Agenda',
    ...later(() => import('../agenda/AgendaPage.tsx').then((file) => ({ default: file.AgendaPage }))),
    isProtected: true,
  },
  {
    name: 'speakers',
    title: 'Featured speakers',
    ...later(() => import('../agenda/SpeakersPage.tsx').then((file) => ({ default: file.SpeakersPage }))),
    isProtected: true,
  },
  {
    name: 'contentItem',
    ...later(() =>
      withPurifier(import('../agenda/ContentItemPage.tsx').then((file) => ({ default: file.ContentItemPage }))),
    ),
    isProtected: true,
  },
  {
    name: 'sponsors',
    title: 'Sponsors',
    ...later(() => import('../sponsors/SponsorsPage.tsx').then((file) => ({ default: file.SponsorsPage }))),
    isProtected: true,
  },
  {
    name: 'profile',
    title: 'Profile',
    ...later(() => import('../profile/ProfilePage.tsx').then((file) => ({ default: file.ProfilePage }))),
    isProtected: true,
  },
  {
    name: 'giveUsFeedback',
    title: 'Give us feedback',
    ...later(() => import('../profile/GiveUsFeedbackPage.tsx').then((file) => ({ default: file.GiveUsFeedbackPage }))),
    isProtected: true,
  },
  {
    name: 'aboutUs',
    title: 'About us',
    ...later(() => withPurifier(import('../profile/AboutUsPage.tsx').then((file) => ({ default: file.AboutUsPage })))),
    isProtected: true,
  },
  {
    name: 'editProfile',
    title: 'Edit profile',
    ...later(() => import('../profile/EditProfilePage.tsx').then((file) => ({ default: file.EditProfilePage }))),
    isProtected: true,
  },
];

/** A page whose code comes when it is opened, or before ({@link prefetchPages}). */
function later(load: () => Promise<{ default: ComponentType }>) {
  return { page: lazy(load), load };
}

/** For pages with the event's own texts: beside the page's code comes what it needs to show them, so that nothing moves later. */
async function withPurifier<Page>(page: Promise<Page>): Promise<Page> {
  const [loaded] = await Promise.all([page, loadPurifier()]);
  return loaded;
}

export const pageLoaders = routes.flatMap(({ load }) => load ?? []);

export const patternOf = ({ name }: AppRoute): string => routePatterns[name];
