import { autologin, login, logout, smsLogin } from '@companion/contract/session';
import { api } from './api.ts';
import { mutation } from './endpoints.ts';
import { storeCredentials } from './storeSession.ts';

/** The calls that start and end a session. The base query makes the `refresh` call itself (refreshSession.ts). */
export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    login: mutation(build, login, { onStart: storeCredentials }),
    smsLogin: mutation(build, smsLogin, { onStart: storeCredentials }),
    autologin: mutation(build, autologin, { onStart: storeCredentials }),
    // Reaches the server even if the tab is closed right after.
    logout: mutation(build, logout, { keepalive: true }),
  }),
});

export const { useLoginMutation, useSmsLoginMutation } = sessionApi;
