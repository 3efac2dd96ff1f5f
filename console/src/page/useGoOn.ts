import { type NavigateOptions, useNavigate } from 'react-router';
import { useIsShown } from './useIsShown.ts';

/** Goes to an address, unless the member has left the screen: an answer that comes late takes no one off another one. */
export function useGoOn(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const isShown = useIsShown();
  return (to, options) => {
    if (isShown.current) void navigate(to, options);
  };
}
