import { type Navigate, navigate } from '../router/browserHistory.ts';
import { useLocation } from '../router/RouterProvider.tsx';

/**
 * For navigation after an answer of the server: navigates only if the current history entry is still the one from which
 * the request was sent (decision 026).
 */
export function useNavigateFromHere(): Navigate {
  const { key } = useLocation();
  return (to, options) => {
    // What the page shows may lag behind the history.
    if (Object(window.history.state).key === key) navigate(to, options);
  };
}
