import { resetPassword, sendResetPassword, validateToken } from '@companion/contract/passwordReset';
import { api } from './api.ts';
import { mutation, query } from './endpoints.ts';

export const { useSendResetPasswordMutation, useValidateTokenQuery, useResetPasswordMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    sendResetPassword: mutation(build, sendResetPassword),
    // A query although it is a POST: it runs when the page loads and changes nothing.
    validateToken: query(build, validateToken),
    resetPassword: mutation(build, resetPassword),
  }),
});
