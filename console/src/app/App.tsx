import { Skeleton } from '@companion/web/ui/Skeleton.tsx';
import { type ComponentType, Suspense } from 'react';
import { BrowserRouter, useLocation, useRoutes } from 'react-router';
import { Toasts } from '../page/Toasts.tsx';
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
  // A screen opens at once: React would show the old one until it has rendered the new one in slices.
  <BrowserRouter useTransitions={false}>
    <ConnectionBar />
    <Screens />
    <Toasts />
    <ConfirmPassword />
  </BrowserRouter>
);

/** Every address, with its screen. */
const SCREENS = [
  ...routes.map(({ name, page, frame }) => ({
    path: routePatterns[name],
    element: <Screen page={page} frame={frame} />,
  })),
  { path: '*', element: <Screen page={NotFoundPage} /> },
];

/** The screen of the current address. */
function Screens() {
  usePageFocus(useLocation().pathname);
  return useRoutes(SCREENS);
}

/** A screen in its frame. */
function Screen({ page: Page, frame }: { page: ComponentType; frame?: ConsoleRoute['frame'] }) {
  const { pathname } = useLocation();
  const page = (
    // Another screen starts anew, also after an error.
    <ErrorBoundary key={pathname}>
      <Suspense fallback={<Skeleton lines={6} />}>
        <Page />
      </Suspense>
    </ErrorBoundary>
  );
  if (frame === 'none') return page;
  if (frame === 'guest') return <GuestFrame>{page}</GuestFrame>;
  return (
    <RequireMember>
      <Layout>{page}</Layout>
    </RequireMember>
  );
}
