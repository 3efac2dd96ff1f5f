import { EVENT_FILES } from '@companion/contract/event';
import { type MouseEvent, Suspense, useRef, useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { eventFile } from '../api/eventApi.ts';
import { loadable } from '../page/loadable.tsx';
import { useDocumentTitle } from '../page/useDocumentTitle.ts';
import { paths } from '../paths.ts';
import { selectCollapseNavigation } from '../session/preferencesSlice.ts';
import { selectIsAuthenticated, selectProfile } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { BottomMenu } from './BottomMenu.tsx';
import { FailedPage } from './FailedPage.tsx';
import { Foot } from './Foot.tsx';
import styles from './Layout.module.css';
import type { AppRoute } from './routes.tsx';
import { SearchLink } from './SearchLink.tsx';
import { withPageFocus } from './withPageFocus.tsx';

export interface LayoutProps extends Omit<AppRoute, 'name'> {
  name: AppRoute['name'] | 'notFound';
  /** A sign-in link is being exchanged: pages that depend on the account wait for the outcome. */
  isSigningIn: boolean;
}

/** The frame of every screen (§2): header, menu, and the page with its guard, loading state and error state. */
export function Layout(props: LayoutProps) {
  const { name, title, page: Page, isPublic, awaitsSignIn, hideHeader, hideMenu, isSigningIn } = props;
  const { pathname } = useLocation();
  const isAuthenticated = useAppSelector(selectIsAuthenticated);
  const profile = useAppSelector(selectProfile);
  const isCollapsed = useAppSelector(selectCollapseNavigation);
  const main = useRef<HTMLElement>(null);
  // The account may be a stranger's, so no screen of it is shown before the answer (decision 022).
  const isAsked = profile?.registeredElsewhere === true;
  const isUsable = isAuthenticated && !isAsked;
  const hasMenu = isUsable && !hideMenu;
  const isQuestion = isAsked && name !== 'logout' && (!isPublic || awaitsSignIn === true);
  useDocumentTitle(isQuestion ? 'Who registered?' : title);

  const skip = (event: MouseEvent) => {
    // Following the hash would add an entry to the history.
    event.preventDefault();
    main.current?.focus();
  };

  // Another account gets a new page, without what the previous one typed or saw (decision 026). The splash screen shows
  // no account data, and its two seconds must not start again.
  const owner = name === 'splash' ? '' : (profile?.id ?? '');
  const isWaiting = isSigningIn && !isAuthenticated && (!isPublic || awaitsSignIn);
  // §2, Route guard.
  const page = isQuestion ? <RegistrationQuestion /> : isPublic || isAuthenticated ? <Page /> : <ToLogin />;
  return (
    <>
      {/* The class named after the route allows styling the frame of one page (§2). */}
      <div
        className={`${styles.layout} route-${name}`}
        data-menu={hasMenu ? (isCollapsed ? 'narrow' : 'wide') : 'none'}
      >
        {/* biome-ignore lint/a11y/useValidAnchor: a skip link is a link, even though a script moves the focus */}
        <a href="#main" className={styles.skip} onClick={skip}>
          Skip to content
        </a>
        {!hideHeader && <TopHeader hasSearch={isUsable} />}
        {hasMenu && <BottomMenu />}
        <main id="main" ref={main} tabIndex={-1} className={styles.main}>
          <ErrorBoundary key={`${pathname} ${owner}`} failed={FailedPage}>
            <Suspense fallback={<Loading />}>{isWaiting ? <Waiting /> : page}</Suspense>
          </ErrorBoundary>
        </main>
      </div>
      <Foot />
    </>
  );
}

const { component: RegistrationQuestion } = loadable(async () =>
  withPageFocus((await import('../signin/RegistrationQuestion.tsx')).RegistrationQuestion),
);

const Waiting = () => (
  <div className={styles.waiting}>
    <Spinner label="Signing you in" />
  </div>
);

// Appears after a delay (CSS), so that a page that loads fast does not flicker.
const Loading = () => (
  <div className={styles.loading}>
    <Skeleton lines={4} />
  </div>
);

function ToLogin() {
  // Another object would navigate again.
  const [state] = useState({ from: useLocation() });
  return <Navigate replace to={paths.login} state={state} />;
}

/** §2: the event's logo, which links to the dashboard. Who is signed in may search (decision 070). */
function TopHeader({ hasSearch }: { hasSearch: boolean }) {
  return (
    <header className={styles.header}>
      <Link to={paths.dashboard} className={styles.home}>
        <img src={eventFile(EVENT_FILES.logo)} alt="Dashboard" className={styles.logo} />
      </Link>
      {hasSearch && <SearchLink />}
    </header>
  );
}
