import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import { loadable } from '../page/loadable.tsx';
import { loadPurifier } from '../page/purifier.ts';
import { type RouteName, routePatterns } from '../paths.ts';
import { LoginPage } from '../signin/LoginPage.tsx';
import { SplashPage } from './SplashPage.tsx';
import { withPageFocus } from './withPageFocus.tsx';

/** A screen of §2: its address, its page, and how the layout frames it. */
export interface AppRoute {
  name: RouteName;
  /** The document's title. A page that shows one of many items sets its own. */
  title?: string;
  page: ComponentType;
  /** Fetches the page's code, unless it is part of the app's main file. */
  load?: () => Promise<unknown>;
  /** Shown without a session (§2, Route guard). */
  isPublic?: true;
  /** Public, but has nothing to show until a sign-in link was exchanged. */
  awaitsSignIn?: true;
  /** A page may hide both (§2). Without a session the menu is always hidden, since it leads to protected pages. */
  hideHeader?: true;
  hideMenu?: true;
}

/**
 * Every route, in the order of §2, then ours. Splash and login are part of the app's main file; other pages load when opened.
 */
export const routes: AppRoute[] = [
  {
    name: 'splash',
    isPublic: true,
    title: 'Welcome',
    page: withPageFocus(SplashPage),
    hideHeader: true,
    hideMenu: true,
  },
  { name: 'login', isPublic: true, title: 'Sign in', page: withPageFocus(LoginPage), hideHeader: true, hideMenu: true },
  {
    name: 'registration',
    isPublic: true,
    title: 'Create your profile',
    ...lazyPage(() => import('../signin/RegistrationPage.tsx').then((file) => file.RegistrationPage)),
    hideMenu: true,
  },
  {
    name: 'completeRegistration',
    isPublic: true,
    title: 'Activate your account',
    awaitsSignIn: true,
    ...lazyPage(() => import('../signin/CompleteRegistrationPage.tsx').then((file) => file.CompleteRegistrationPage)),
    hideMenu: true,
  },
  {
    name: 'privacyPolicy',
    isPublic: true,
    title: 'Privacy policy',
    ...lazyPage(() => withPurifier(import('../signin/PrivacyPolicyPage.tsx').then((file) => file.PrivacyPolicyPage))),
  },
  {
    name: 'lostPassword',
    isPublic: true,
    title: 'Lost password',
    ...lazyPage(() => import('../signin/LostPasswordPage.tsx').then((file) => file.LostPasswordPage)),
    hideMenu: true,
  },
  {
    name: 'resetPassword',
    isPublic: true,
    title: 'New password',
    ...lazyPage(() => import('../signin/ResetPasswordPage.tsx').then((file) => file.ResetPasswordPage)),
    hideMenu: true,
  },
  {
    name: 'logout',
    title: 'Signing out',
    ...lazyPage(() => import('../signin/LogoutPage.tsx').then((file) => file.LogoutPage)),
    hideHeader: true,
    hideMenu: true,
  },
  {
    name: 'preventSurvey',
    title: 'Pre-event survey',
    ...lazyPage(() => withPurifier(import('../polls/SurveyPage.tsx').then((file) => file.PreventSurveyPage))),
  },
  {
    name: 'posteventSurvey',
    title: 'Post-event survey',
    ...lazyPage(() => withPurifier(import('../polls/SurveyPage.tsx').then((file) => file.PosteventSurveyPage))),
  },
  {
    name: 'dashboard',
    title: 'Home',
    ...lazyPage(() => import('./HomePage.tsx').then((file) => file.HomePage)),
  },
  {
    name: 'polls',
    title: 'Polls',
    ...lazyPage(() => import('../polls/PollsPage.tsx').then((file) => file.PollsPage)),
  },
  {
    name: 'question',
    ...lazyPage(() => import('../polls/QuestionPage.tsx').then((file) => file.QuestionPage)),
  },
  {
    name: 'agenda',
    title: 'Agenda',
    ...lazyPage(() => import('../agenda/AgendaPage.tsx').then((file) => file.AgendaPage)),
  },
  {
    name: 'speakers',
    title: 'Featured speakers',
    ...lazyPage(() => import('../agenda/SpeakersPage.tsx').then((file) => file.SpeakersPage)),
  },
  {
    name: 'contentItem',
    ...lazyPage(() => withPurifier(import('./ItemPage.tsx').then((file) => file.ItemPage))),
  },
  {
    name: 'sponsors',
    title: 'Sponsors',
    ...lazyPage(() => import('../sponsors/SponsorsPage.tsx').then((file) => file.SponsorsPage)),
  },
  {
    name: 'profile',
    title: 'Profile',
    ...lazyPage(() => import('../profile/ProfilePage.tsx').then((file) => file.ProfilePage)),
  },
  {
    name: 'giveUsFeedback',
    title: 'Give us feedback',
    ...lazyPage(() => import('../profile/GiveUsFeedbackPage.tsx').then((file) => file.GiveUsFeedbackPage)),
  },
  {
    name: 'aboutUs',
    title: 'About us',
    ...lazyPage(() => withPurifier(import('../profile/AboutUsPage.tsx').then((file) => file.AboutUsPage))),
  },
  {
    name: 'editProfile',
    title: 'Edit profile',
    ...lazyPage(() => import('../profile/EditProfilePage.tsx').then((file) => file.EditProfilePage)),
  },
  {
    name: 'myThings',
    title: 'My things',
    ...lazyPage(() => import('../profile/MyThingsPage.tsx').then((file) => file.MyThingsPage)),
  },
  {
    name: 'notifications',
    title: 'Notifications',
    ...lazyPage(() => import('../profile/NotificationsPage.tsx').then((file) => file.NotificationsPage)),
  },
  {
    name: 'search',
    title: 'Search',
    ...lazyPage(() => import('../search/SearchPage.tsx').then((file) => file.SearchPage)),
  },
  {
    name: 'share',
    title: 'Share',
    ...lazyPage(() => import('../agenda/SharePage.tsx').then((file) => file.SharePage)),
  },
];

/** A page whose code loads when it is opened, or before ({@link prefetchWhenIdle}). */
function lazyPage(loadCode: () => Promise<ComponentType>) {
  const { component, load } = loadable(async () => withPageFocus(await loadCode()));
  return { page: component, load };
}

/**
 * For pages with the event's texts: loads the sanitizer together with the page, so that the layout does not shift
 * later.
 */
async function withPurifier<Page>(page: Promise<Page>): Promise<Page> {
  const [loaded] = await Promise.all([page, loadPurifier()]);
  return loaded;
}

export const pageLoaders = routes.flatMap(({ load }) => load ?? []);

/** Fetches the code of the page at an address. Opening the page shows a failure. */
export const preloadPage = async (pathname: string): Promise<void> => {
  const route = routes.find((one) => matchPath(patternOf(one), pathname));
  await route?.load?.().catch(() => {});
};

export const patternOf = ({ name }: AppRoute): string => routePatterns[name];
