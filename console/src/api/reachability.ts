import { probeServer } from '@companion/client/network/probeServer';
import { Reachability } from '@companion/client/network/reachability';
import { observable } from './observable.ts';

/** Whether the server answers. While it does not, it is asked again until it does. */
export const reachability = new Reachability({ probe: (onBytes) => probeServer('', onBytes), isForFew: true });

/** The same for the screens. */
export const isReachable = observable(true);
