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
    page: lazy(() => import('../signin/RegistrationPage.tsx').then((file) => ({ default: file.RegistrationPage }))),
    hideMenu: true,
  },
  {
    name: 'completeRegistration',
    title: 'Activate your account',
    awaitsSignIn: true,
    page: lazy(() =>
      import('../signin/CompleteRegistrationPage.tsx').then((file) => ({ default: file.CompleteRegistrationPage })),
    ),
    hideMenu: true,
  },
  {
    name: 'privacyPolicy',
    title: 'Privacy policy',
    page: lazy(() =>
      withPurifier(import('../signin/PrivacyPolicyPage.tsx').then((file) => ({ default: file.PrivacyPolicyPage }))),
    ),
  },
  {
    name: 'lostPassword',
    title: 'Lost password',
    page: lazy(() => import('../signin/LostPasswordPage.tsx').then((file) => ({ default: file.LostPasswordPage }))),
    hideMenu: true,
  },
  {
    name: 'resetPassword',
    title: 'New password',
    page: lazy(() => import('../signin/ResetPasswordPage.tsx').then((file) => ({ default: file.ResetPasswordPage }))),
    hideMenu: true,
  },
  { name: 'logout', title: 'Signing out', page: LogoutPage, isProtected: true, hideHeader: true, hideMenu: true },
  {
    name: 'preventSurvey',
    title: 'Pre-event survey',
    page: lazy(() =>
      withPurifier(import('../polls/PreventSurveyPage.tsx').then((file) => ({ default: file.PreventSurveyPage }))),
    ),
    isProtected: true,
  },
  {
    name: 'posteventSurvey',
    title: 'Post-event survey',
    page: lazy(() =>
      withPurifier(import('../polls/PosteventSurveyPage.tsx').then((file) => ({ default: file.PosteventSurveyPage }))),
    ),
    isProtected: true,
  },
  {
    name: 'dashboard',
    title: 'Home',
    page: lazy(() => import('./HomePage.tsx').then((file) => ({ default: file.HomePage }))),
    isProtected: true,
  },
  {
    name: 'polls',
    title: 'Polls',
    page: lazy(() => import('../polls/PollsPage.tsx').then((file) => ({ default: file.PollsPage }))),
    isProtected: true,
  },
  {
    name: 'question',
    page: lazy(() => import('../polls/QuestionPage.tsx').then((file) => ({ default: file.QuestionPage }))),
    isProtected: true,
  },
  {
    name: 'agenda',
    title: 'Agenda',
    page: lazy(() => import('../agenda/AgendaPage.tsx').then((file) => ({ default: file.AgendaPage }))),
    isProtected: true,
  },
  {
    name: 'speakers',
    title: 'Featured speakers',
    page: lazy(() => import('../agenda/SpeakersPage.tsx').then((file) => ({ default: file.SpeakersPage }))),
    isProtected: true,
  },
  {
    name: 'contentItem',
    page: lazy(() =>
      withPurifier(import('../agenda/ContentItemPage.tsx').then((file) => ({ default: file.ContentItemPage }))),
    ),
    isProtected: true,
  },
  {
    name: 'sponsors',
    title: 'Sponsors',
    page: lazy(() => import('../sponsors/SponsorsPage.tsx').then((file) => ({ default: file.SponsorsPage }))),
    isProtected: true,
  },
  {
    name: 'profile',
    title: 'Profile',
    page: lazy(() => import('../profile/ProfilePage.tsx').then((file) => ({ default: file.ProfilePage }))),
    isProtected: true,
  },
  {
    name: 'giveUsFeedback',
    title: 'Give us feedback',
    page: lazy(() =>
      import('../profile/GiveUsFeedbackPage.tsx').then((file) => ({ default: file.GiveUsFeedbackPage })),
    ),
    isProtected: true,
  },
  {
    name: 'aboutUs',
    title: 'About us',
    page: lazy(() =>
      withPurifier(import('../profile/AboutUsPage.tsx').then((file) => ({ default: file.AboutUsPage }))),
    ),
    isProtected: true,
  },
  {
    name: 'editProfile',
    title: 'Edit profile',
    page: lazy(() => import('../profile/EditProfilePage.tsx').then((file) => ({ default: file.EditProfilePage }))),
    isProtected: true,
  },
];

/** For pages with the event's own texts: beside the page's code comes what it needs to show them, so that nothing moves later. */
async function withPurifier<Page>(page: Promise<Page>): Promise<Page> {
  const [loaded] = await Promise.all([page, loadPurifier()]);
  return loaded;
}

export const patternOf = ({ name }: AppRoute): string => routePatterns[name];
