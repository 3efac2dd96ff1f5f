import { probeServer } from '@companion/client/network/probeServer';
import { Reachability } from '@companion/client/network/reachability';
import { API_HOST } from './request.ts';

/** Inert until `watchReachability` starts it. */
export const reachability = new Reachability({ probe: (onBytes) => probeServer(API_HOST, onBytes) });

/**
 * Calls the listener when the server can be reached again after an outage, at a random moment within 5 seconds, so that
 * not all phones call at once. Returns a function that removes it.
 */
export const onReachable = (listener: () => void): (() => void) => reachability.onReachable(listener);
