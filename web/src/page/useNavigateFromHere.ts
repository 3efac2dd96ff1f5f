import { type NavigateFunction, useLocation, useNavigate } from 'react-router';

/**
 * For navigation that follows an answer of the server: it happens only while the person is still on the entry of the
 * history from which they asked (decision 026).
 */
export function useNavigateFromHere(): NavigateFunction {
  const navigate = useNavigate();
  const { key } = useLocation();
  const navigateFromHere: NavigateFunction = (...where: unknown[]) =>
    // The arguments are those of either overload, passed on as they came.
    currentKey() === key ? Reflect.apply(navigate, undefined, where) : undefined;
  return navigateFromHere;
}

// The router keeps an entry's key there, at once: what React shows may be behind. The first entry has none.
const currentKey = (): unknown => Object(window.history.state).key ?? 'default';
