import type { ReactNode } from 'react';
import { paths } from '../paths.ts';
import { Redirect } from '../router/Redirect.tsx';
import { useLocation } from '../router/RouterProvider.tsx';
import { selectIsAuthenticated } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';

/** §2, Route guard: shows the page to a signed-in attendee and redirects a guest to the login screen. */
export function RequireAuth({ children }: { children: ReactNode }) {
  const location = useLocation();
  const isAuthenticated = useAppSelector(selectIsAuthenticated);
  if (isAuthenticated) return children;
  return <Redirect to={paths.login} state={{ from: location }} />;
}
