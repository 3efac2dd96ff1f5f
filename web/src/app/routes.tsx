import { type ComponentType, lazy } from 'react';
import { type RouteName, routePatterns } from '../paths.ts';
import { LoginPage } from '../signin/LoginPage.tsx';
import { LogoutPage } from '../signin/LogoutPage.tsx';
import { SplashPage } from './SplashPage.tsx';

/** A screen of §2: where it is, what it shows, and how the layout frames it. */
export interface AppRoute {
  name: RouteName;
  /** Of the document; the page itself shows its own h1. */
  title: string;
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
    page: lazy(() => import('../signin/PrivacyPolicyPage.tsx').then((file) => ({ default: file.PrivacyPolicyPage }))),
  },
  { name: 'logout', title: 'Signing out', page: LogoutPage, isProtected: true, hideHeader: true, hideMenu: true },
  {
    name: 'preventSurvey',
    title: 'Pre-event survey',
    page: lazy(() => import('../polls/PreventSurveyPage.tsx').then((file) => ({ default: file.PreventSurveyPage }))),
    isProtected: true,
  },
  {
    name: 'posteventSurvey',
    title: 'Post-event survey',
    page: lazy(() =>
      import('../polls/PosteventSurveyPage.tsx').then((file) => ({ default: file.PosteventSurveyPage })),
    ),
    isProtected: true,
  },
  {
    name: 'dashboard',
    title: 'Home',
    page: lazy(() => import('../agenda/DashboardPage.tsx').then((file) => ({ default: file.DashboardPage }))),
    isProtected: true,
  },
  {
    name: 'question',
    title: 'Question',
    page: lazy(() => import('../polls/QuestionPage.tsx').then((file) => ({ default: file.QuestionPage }))),
    isProtected: true,
  },
];

export const patternOf = ({ name }: AppRoute): string => routePatterns[name];
