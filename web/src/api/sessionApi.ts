import { autologin, login, logout, smsLogin } from '@companion/contract/session';
import { api } from './api.ts';
import { mutation } from './endpoints.ts';
import { keepCredentials } from './keepSession.ts';

/** The calls that begin and end a session; `refresh` is the base query's own (refreshSession.ts). */
export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    login: mutation(build, login, { onStart: keepCredentials }),
    smsLogin: mutation(build, smsLogin, { onStart: keepCredentials }),
    autologin: mutation(build, autologin, { onStart: keepCredentials }),
    // Reaches the server even when the tab is closed right after.
    logout: mutation(build, logout, { keepalive: true }),
  }),
});

export const { useLoginMutation, useSmsLoginMutation } = sessionApi;
