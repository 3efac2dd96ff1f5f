import { ErrorBoundary } from '@companion/web/ui/ErrorBoundary.tsx';
import { focusHeading } from '@companion/web/ui/focusHeading.ts';
import { OfflineIcon } from '@companion/web/ui/icons.tsx';
import { Skeleton } from '@companion/web/ui/Skeleton.tsx';
import { type ComponentType, Suspense, useEffect, useRef } from 'react';
import { BrowserRouter, useLocation, useRoutes } from 'react-router';
import { isReachable } from '../api/reachability.ts';
import { DialogSlot } from '../page/dialogSlot.tsx';
import { Toasts } from '../page/Toasts.tsx';
import { type RouteName, routePatterns } from '../paths.ts';
import styles from './App.module.css';
import { ConfirmPassword } from './ConfirmPassword.tsx';
import { FailedScreen } from './FailedScreen.tsx';
import { GuestFrame } from './GuestFrame.tsx';
import { Layout } from './Layout.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { RequireMember } from './RequireMember.tsx';
import { frames, pages } from './routes.tsx';

export const App = () => (
  // A screen opens at once: React would show the old one until it has rendered the new one in slices.
  <BrowserRouter useTransitions={false}>
    <ConnectionBar />
    <Screens />
    <Toasts />
    <DialogSlot />
    <ConfirmPassword />
  </BrowserRouter>
);

/** Every address, with its screen. */
const SCREENS = [
  // Object.keys loses the type of the names.
  ...(Object.keys(pages) as RouteName[]).map((name) => ({
    path: routePatterns[name],
    element: <Screen page={pages[name]} frame={frames[name]} />,
  })),
  { path: '*', element: <Screen page={NotFoundPage} /> },
];

/** The screen of the current address. */
function Screens() {
  usePageFocus(useLocation().pathname);
  return useRoutes(SCREENS);
}

/** A screen in its frame. */
function Screen({ page: Page, frame }: { page: ComponentType; frame?: 'guest' | 'none' | undefined }) {
  const { pathname } = useLocation();
  const page = (
    // Another screen starts anew, also after an error.
    <ErrorBoundary key={pathname} failed={FailedScreen}>
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

/**
 * After a navigation the focus goes to the screen's heading, so that screen readers and the keyboard start there. On
 * the first screen of a visit the browser's focus stays.
 */
function usePageFocus(pathname: string): void {
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (showHeading()) return;
    // The heading is not rendered yet.
    const observer = new MutationObserver(() => {
      if (showHeading()) observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [pathname]);
}

function showHeading(): boolean {
  if (!focusHeading()) return false;
  window.scrollTo(0, 0);
  return true;
}

/** While the server does not answer. The live region stays, so that it is announced. */
const ConnectionBar = () => (
  <div role="status" aria-label="Connection">
    {!isReachable.use() && (
      <p className={styles.bar}>
        <OfflineIcon />
        No connection to the server. Trying again…
      </p>
    )}
  </div>
);
