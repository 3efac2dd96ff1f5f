import { createContext, useContext } from 'react';

/** How the attendee came to the page: with the document, by a redirect, by going back or forward, or by any other navigation. */
export type Arrival = 'loaded' | 'redirected' | 'returned' | 'opened';

export const ArrivalContext = createContext<Arrival>('loaded');

/** How the attendee came to the page that is shown. */
export const useArrival = (): Arrival => useContext(ArrivalContext);
