import { type NavigateOptions, type To, useLocation, useNavigate } from 'react-router';

/**
 * For navigation after an answer of the server: navigates only if the current history entry is still the one from which
 * the request was sent (decision 026).
 */
export function useNavigateFromHere(): (to: To | number, options?: NavigateOptions) => void {
  const { key } = useLocation();
  const navigate = useNavigate();
  return (to, options) => {
    // What the page shows may lag behind the history.
    if (Object(window.history.state).key !== key) return;
    if (typeof to === 'number') void navigate(to);
    else void navigate(to, options);
  };
}
