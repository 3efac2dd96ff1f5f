import { shareMail, shareSms } from '@companion/contract/share';
import { api } from './api.ts';
import { mutation } from './endpoints.ts';

export const shareApi = api.injectEndpoints({
  endpoints: (build) => ({
    shareMail: mutation(build, shareMail),
    shareSms: mutation(build, shareSms),
  }),
});

export const { useShareMailMutation, useShareSmsMutation } = shareApi;
