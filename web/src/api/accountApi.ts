import { results } from '@companion/client/api/endpoints';
import { getAccount } from '@companion/contract/ownAccount';
import { overlaid, overlays } from '../session/overlays.ts';
import { api } from './api.ts';
import { query } from './endpoints.ts';
import { storeProfile } from './storeSession.ts';

export const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAccount: query(build, getAccount, { pick: results, onStart: storeProfile, provides: ['Account'] }),
  }),
});

export const useGetAccountQuery = overlaid(accountApi.useGetAccountQuery, overlays.getAccount);
