import { matchPath } from '@companion/web/router/matchPath.ts';
import { RouterProvider, ShownLocationProvider, useLocation } from '@companion/web/router/RouterProvider.tsx';
import { Skeleton } from '@companion/web/ui/Skeleton.tsx';
import { Suspense } from 'react';
import { Notices } from '../page/Notices.tsx';
import { routePatterns } from '../paths.ts';
import { ConfirmPassword } from './ConfirmPassword.tsx';
import { ConnectionBar } from './ConnectionBar.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { GuestFrame } from './GuestFrame.tsx';
import { Layout } from './Layout.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { RequireMember } from './RequireMember.tsx';
import { type ConsoleRoute, routes } from './routes.tsx';
import { usePageFocus } from './usePageFocus.ts';

export const App = () => (
  <RouterProvider>
    <ConnectionBar />
    <Screen />
    <Notices />
    <ConfirmPassword />
  </RouterProvider>
);

/** The screen of the current address, in its frame. */
function Screen() {
  const location = useLocation();
  const found = routes
    .map((route) => ({ route, params: matchPath(routePatterns[route.name], location.pathname) }))
    .find((one): one is { route: ConsoleRoute; params: Record<string, string> } => one.params !== undefined);
  usePageFocus(location.pathname);
  const Page = found?.route.page ?? NotFoundPage;
  const page = (
    // Another screen starts anew, also after an error.
    <ErrorBoundary key={location.pathname}>
      <Suspense fallback={<Skeleton lines={6} />}>
        <ShownLocationProvider location={location} params={found?.params ?? NO_PARAMS}>
          <Page />
        </ShownLocationProvider>
      </Suspense>
    </ErrorBoundary>
  );
  if (found?.route.frame === 'none') return page;
  if (found?.route.frame === 'guest') return <GuestFrame>{page}</GuestFrame>;
  return (
    <RequireMember>
      <Layout>{page}</Layout>
    </RequireMember>
  );
}

const NO_PARAMS = {};
