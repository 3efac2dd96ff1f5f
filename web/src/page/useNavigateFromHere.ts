import { type NavigateFunction, useLocation, useNavigate } from 'react-router';

/**
 * For navigation after an answer of the server: navigates only if the current history entry is still the one from which
 * the request was sent (decision 026).
 */
export function useNavigateFromHere(): NavigateFunction {
  const navigate = useNavigate();
  const { key } = useLocation();
  const navigateFromHere: NavigateFunction = (...where: unknown[]) =>
    // Passes on the arguments of either overload unchanged.
    currentKey() === key ? Reflect.apply(navigate, undefined, where) : undefined;
  return navigateFromHere;
}

// The router updates the key here at once, while React's state may lag behind. The first entry has none.
const currentKey = (): unknown => Object(window.history.state).key ?? 'default';
