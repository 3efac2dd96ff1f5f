import { autologin, type Credentials, login, logout, smsLogin } from '@companion/contract/session';
import { api } from './api.ts';
import { keepCredentials } from './keepSession.ts';
import { request } from './request.ts';

/** The calls that begin and end a session; `refresh` is the base query's own (refreshSession.ts). */
export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<Credentials | { message: string }, { phone: string; email?: string }>({
      query: (body) => request(login, { body }),
      rawResponseSchema: login.read,
      onQueryStarted: keepCredentials,
    }),
    smsLogin: build.mutation<Credentials, { phone: string; code: string }>({
      query: (body) => request(smsLogin, { body }),
      rawResponseSchema: smsLogin.read,
      onQueryStarted: keepCredentials,
    }),
    autologin: build.mutation<Credentials, { token: string }>({
      query: (body) => request(autologin, { body }),
      rawResponseSchema: autologin.read,
      onQueryStarted: keepCredentials,
    }),
    logout: build.mutation<{ message: string }, { refresh_token: string; token?: string }>({
      // Reaches the server even when the tab is closed right after.
      query: (body) => ({ ...request(logout, { body }), keepalive: true }),
      rawResponseSchema: logout.read,
    }),
  }),
});

export const { useLoginMutation, useSmsLoginMutation } = sessionApi;
