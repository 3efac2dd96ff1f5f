import { Route, Routes } from 'react-router';
import { ErrorPage } from './ErrorPage.tsx';
import { Layout } from './Layout.tsx';
import { patternOf, routes } from './routes.tsx';
import { linkTokenIn, useAutoSignIn } from './useAutoSignIn.ts';
import { useReadyOffline } from './useReadyOffline.ts';
import { useShownLocation } from './useShownLocation.ts';

export function App() {
  const isTrying = useAutoSignIn();
  useReadyOffline();
  const { location, isReturn } = useShownLocation();
  // True until the token is gone from the address, or the guard would pass it on to the login screen.
  const isSigningIn = isTrying || Boolean(linkTokenIn(location.search));
  const frame = { isSigningIn, isReturn };
  return (
    <Routes location={location}>
      {routes.map((route) => (
        <Route key={route.name} path={patternOf(route)} element={<Layout {...route} {...frame} />} />
      ))}
      <Route path="*" element={<Layout name="notFound" title="Not found" page={ErrorPage} {...frame} />} />
    </Routes>
  );
}
