import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react';
import { currentVisit, type Location, type Visit, watchHistory } from './browserHistory.ts';

interface Shown extends Visit {
  params: Readonly<Record<string, string>>;
}

const ShownContext = createContext<Shown | undefined>(undefined);

/**
 * Provides the browser's location to everything below.
 * @param initial the location of a page that is rendered without a browser
 */
export function RouterProvider({ initial, children }: { initial?: Location; children: ReactNode }) {
  const onServer = (): Visit => (initial ? initialVisit(initial) : currentVisit());
  const visit = useSyncExternalStore(watchHistory, currentVisit, onServer);
  const shown = useMemo(() => ({ ...visit, params: {} }), [visit]);
  return <ShownContext value={shown}>{children}</ShownContext>;
}

/** Shows another location than the browser's to everything below, with the parameters of its route. */
export function ShownLocationProvider({
  location,
  params,
  children,
}: {
  location: Location;
  params: Shown['params'];
  children: ReactNode;
}) {
  const { type } = useShown();
  const shown = useMemo(() => ({ location, type, params }), [location, type, params]);
  return <ShownContext value={shown}>{children}</ShownContext>;
}

export const useLocation = (): Location => useShown().location;

export const useNavigationType = () => useShown().type;

/** The parameters of the route's path, decoded. */
export const useParams = (): Shown['params'] => useShown().params;

/** The query of the address. */
export function useQuery(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}

function useShown(): Shown {
  const shown = useContext(ShownContext);
  if (!shown) throw new Error('Render this below RouterProvider.');
  return shown;
}

const visits = new WeakMap<Location, Visit>();

/** The same object for the same location, as React requires of a snapshot. */
function initialVisit(location: Location): Visit {
  const visit = visits.get(location) ?? { location, type: 'POP' };
  visits.set(location, visit);
  return visit;
}
