import { type ComponentType, lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { ErrorPage } from './ErrorPage.tsx';
import { Layout } from './Layout.tsx';
import { patternOf, routes } from './routes.tsx';
import { linkTokenIn, useAutoSignIn } from './useAutoSignIn.ts';
import { useReadyOffline } from './useReadyOffline.ts';
import { useShownLocation } from './useShownLocation.ts';

/** Leaves the network and the processor to the first screen. */
const NOTICES_DELAY_MS = 3000;

/** Nothing on a screen depends on it, so it loads late, and nothing happens if it does not. */
const Notices = lazy<ComponentType>(async () => {
  await new Promise((resolve) => setTimeout(resolve, NOTICES_DELAY_MS));
  return import('./Notices.tsx').then(
    (file) => ({ default: file.Notices }),
    () => ({ default: () => null }),
  );
});

export function App() {
  const isTrying = useAutoSignIn();
  useReadyOffline();
  const { location, isReturn } = useShownLocation();
  // True until the token is gone from the address, or the guard would pass it on to the login screen.
  const isSigningIn = isTrying || Boolean(linkTokenIn(location.search));
  const frame = { isSigningIn, isReturn };
  return (
    <>
      <Routes location={location}>
        {routes.map((route) => (
          <Route key={route.name} path={patternOf(route)} element={<Layout {...route} {...frame} />} />
        ))}
        <Route path="*" element={<Layout name="notFound" title="Not found" page={ErrorPage} {...frame} />} />
      </Routes>
      <Suspense>
        <Notices />
      </Suspense>
    </>
  );
}
