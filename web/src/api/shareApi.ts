import { shareMail, shareSms } from '@companion/contract/share';
import { api, mutation } from './api.ts';

/** Defined by §7; no screen uses it. */
export const shareApi = api.injectEndpoints({
  endpoints: (build) => ({
    shareMail: mutation(build, shareMail),
    shareSms: mutation(build, shareSms),
  }),
});
