import { type ComponentType, lazy } from 'react';
import type { RouteName } from '../paths.ts';

/** A screen: its address, its page, and its frame. */
export interface ConsoleRoute {
  name: RouteName;
  page: ComponentType;
  /** `guest`: for those who are not signed in. By default the screen needs a session and has the menu. */
  frame?: 'guest';
}

/** Every screen of the console. Its code loads when it is opened. */
export const routes: ConsoleRoute[] = [
  {
    name: 'overview',
    page: lazy(() => import('../overview/OverviewPage.tsx').then((file) => ({ default: file.OverviewPage }))),
  },
  {
    name: 'account',
    page: lazy(() => import('../account/AccountPage.tsx').then((file) => ({ default: file.AccountPage }))),
  },
  {
    name: 'invitation',
    page: lazy(() => import('../signin/InvitationPage.tsx').then((file) => ({ default: file.InvitationPage }))),
    frame: 'guest',
  },
];
