import { probeServer } from '@companion/client/network/probeServer';
import { Reachability } from '@companion/client/network/reachability';

/** Whether the server answers. While it does not, it is asked again until it does. */
export const reachability = new Reachability({ probe: (onBytes) => probeServer('', onBytes), isForFew: true });
