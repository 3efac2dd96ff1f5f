import { type ReactNode, StrictMode, useEffect, useMemo } from 'react';
import { Provider } from 'react-redux';
import { useRoutes } from 'react-router';
import { useOpenedLink } from '../page/openedLink.ts';
import { ArrivalContext } from '../page/useArrival.ts';
import type { createStore } from './createStore.ts';
import { ErrorPage } from './ErrorPage.tsx';
import { Layout, type LayoutProps } from './Layout.tsx';
import { patternOf, routes } from './routes.tsx';
import { linkTokenIn, useAutoSignIn } from './useAutoSignIn.ts';
import { useScrollMemory } from './useScrollMemory.ts';
import { useShownLocation } from './useShownLocation.ts';
import { withPageFocus } from './withPageFocus.tsx';

/** The app has started: from here on it takes care of its updates itself (early/watchStart.ts). */
const stopRescue = () => Object(window).earlyRescue?.();

type FramedRoute = Omit<LayoutProps, 'isSigningIn'>;
const NOT_FOUND: FramedRoute = { name: 'notFound', title: 'Not found', page: withPageFocus(ErrorPage), isPublic: true };
/** Every address, with the screen that it shows. */
const ADDRESSES: { path: string; route: FramedRoute }[] = [
  ...routes.map((route) => ({ path: patternOf(route), route })),
  { path: '*', route: NOT_FOUND },
];

export function App() {
  useEffect(stopRescue, []);
  const isTrying = useAutoSignIn();
  const { location, arrival } = useShownLocation();
  useScrollMemory(location, arrival);
  useOpenedLink(location);
  // True until the token is gone from the address, or the guard would pass it on to the login screen.
  const isSigningIn = isTrying || Boolean(linkTokenIn(location.search));
  const screens = useMemo(
    () => ADDRESSES.map(({ path, route }) => ({ path, element: <Layout {...route} isSigningIn={isSigningIn} /> })),
    [isSigningIn],
  );
  const screen = useRoutes(screens, location);
  // The router makes a new element each time: without a change the page need not render again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the element is made from
  const kept = useMemo(() => screen, [screens, location]);
  return <ArrivalContext value={arrival}>{kept}</ArrivalContext>;
}

type Store = ReturnType<typeof createStore>;

interface AppRootProps {
  store: Store;
  /** The state with which the app starts. HTML that is hydrated shows it, whatever has arrived in the meantime. */
  atStart: ReturnType<Store['getState']>;
  /** Provides the location: the browser's, or that of a page that is rendered without one. */
  router: (app: ReactNode) => ReactNode;
}

/** The whole app. */
export const AppRoot = ({ store, atStart, router }: AppRootProps) => (
  <StrictMode>
    <Provider store={store} serverState={atStart}>
      {router(<App />)}
    </Provider>
  </StrictMode>
);
