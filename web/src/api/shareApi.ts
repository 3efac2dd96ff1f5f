import { shareMail, shareSms } from '@companion/contract/content';
import { api } from './api.ts';
import { request } from './request.ts';

interface Share {
  campaignId: string;
  contentId: string;
  /** An e-mail address or a US phone number. */
  to: string;
}

/** Defined, and used by no screen (§7). */
export const shareApi = api.injectEndpoints({
  endpoints: (build) => ({
    shareMail: build.mutation<{ message: string }, Share>({
      query: (body) => request(shareMail, { body }),
      rawResponseSchema: shareMail.read,
    }),
    shareSms: build.mutation<{ message: string }, Share>({
      query: (body) => request(shareSms, { body }),
      rawResponseSchema: shareSms.read,
    }),
  }),
});
