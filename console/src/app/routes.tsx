import { type ComponentType, lazy } from 'react';
import type { RouteName } from '../paths.ts';

/** A screen: its address and its page. */
export interface ConsoleRoute {
  name: RouteName;
  page: ComponentType;
}

/** Every screen of the console. Its code loads when it is opened. */
export const routes: ConsoleRoute[] = [
  {
    name: 'overview',
    page: lazy(() => import('../overview/OverviewPage.tsx').then((file) => ({ default: file.OverviewPage }))),
  },
];
