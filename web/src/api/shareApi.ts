import { shareMail, shareSms } from '@companion/contract/content';
import { api } from './api.ts';
import { mutation } from './endpoints.ts';

/** Defined, and used by no screen (§7). */
export const shareApi = api.injectEndpoints({
  endpoints: (build) => ({
    shareMail: mutation(build, shareMail),
    shareSms: mutation(build, shareSms),
  }),
});
