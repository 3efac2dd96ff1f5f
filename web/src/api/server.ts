import { probeServer } from '@companion/client/network/probeServer';
import { Reachability } from '@companion/client/network/reachability';

/** The API's host: a build setting (§7, `{host}`); by default the host of the app. */
export const API_HOST: string = import.meta.env.VITE_API_HOST ?? '';

/** Whether the server can be reached. Inert until `watchReachability` starts it. */
export const reachability = new Reachability({ probe: (onBytes) => probeServer(API_HOST, onBytes) });
