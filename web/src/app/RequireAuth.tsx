import { type ReactNode, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { paths } from '../paths.ts';
import { selectIsAuthenticated } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';

/** §2, Route guard: shows the page to a signed-in attendee and redirects a guest to the login screen. */
export function RequireAuth({ children }: { children: ReactNode }) {
  const isAuthenticated = useAppSelector(selectIsAuthenticated);
  return isAuthenticated ? children : <ToLogin />;
}

function ToLogin() {
  // Another object would navigate again.
  const [state] = useState({ from: useLocation() });
  return <Navigate replace to={paths.login} state={state} />;
}
