import { type ComponentType, lazy, Suspense, useEffect, useMemo } from 'react';
import type { Location } from '../router/browserHistory.ts';
import { matchPath } from '../router/matchPath.ts';
import { ShownLocationProvider } from '../router/RouterProvider.tsx';
import { timeout } from '../time.ts';
import { ErrorPage } from './ErrorPage.tsx';
import { Foot } from './Foot.tsx';
import { Layout, type LayoutProps } from './Layout.tsx';
import { loadLate } from './loadLate.ts';
import { patternOf, routes } from './routes.tsx';
import { linkTokenIn, useAutoSignIn } from './useAutoSignIn.ts';
import { useReadyOffline } from './useReadyOffline.ts';
import { useShownLocation } from './useShownLocation.ts';
import { useWhileSignedIn } from './useWhileSignedIn.ts';
import { withPageFocus } from './withPageFocus.tsx';

/** Leaves the network and the processor to the first screen. */
const NOTICES_DELAY_MS = 3000;

const Notices = lazy<ComponentType>(async () => {
  await timeout(NOTICES_DELAY_MS);
  return loadLate(() => import('./Notices.tsx')).then(
    (file) => ({ default: file.Notices }),
    () => ({ default: () => null }),
  );
});

/** Sends what the account has left unsent. */
const loadSending = () => loadLate(() => import('./startSending.ts')).then((file) => file.startSending);

/** The first screen shows nothing that is live. */
const LIVE_DELAY_MS = 1000;
const loadLive = async () => {
  await timeout(LIVE_DELAY_MS);
  return (await loadLate(() => import('../live/startLive.ts'))).startLive;
};

/** The app has started: from here on it takes care of its updates itself (early/watchStart.ts). */
const stopRescue = () => Object(window).earlyRescue?.();

export function App() {
  useEffect(stopRescue, []);
  const isTrying = useAutoSignIn();
  useReadyOffline();
  useWhileSignedIn(loadSending);
  useWhileSignedIn(loadLive);
  const { location, isReturn } = useShownLocation();
  const { route, params } = useMemo(() => routeAt(location), [location]);
  // True until the token is gone from the address, or the guard would pass it on to the login screen.
  const isSigningIn = isTrying || Boolean(linkTokenIn(location.search));
  return (
    <ShownLocationProvider location={location} params={params}>
      <Layout {...route} isSigningIn={isSigningIn} isReturn={isReturn} />
      <Foot>
        {/* The build, which renders the first screens, would wait for them. */}
        {!import.meta.env.SSR && (
          <Suspense>
            <Notices />
          </Suspense>
        )}
      </Foot>
    </ShownLocationProvider>
  );
}

type FramedRoute = Omit<LayoutProps, 'isSigningIn' | 'isReturn'>;
const NOT_FOUND: FramedRoute = { name: 'notFound', title: 'Not found', page: withPageFocus(ErrorPage) };

function routeAt({ pathname }: Location): { route: FramedRoute; params: Record<string, string> } {
  for (const route of routes) {
    const params = matchPath(patternOf(route), pathname);
    if (params) return { route, params };
  }
  return { route: NOT_FOUND, params: {} };
}
