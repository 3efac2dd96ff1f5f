import { resetPassword, sendResetPassword, validateToken } from '@companion/contract/passwordReset';
import { api, mutation, query } from './api.ts';

export const { useSendResetPasswordMutation, useValidateTokenQuery, useResetPasswordMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    sendResetPassword: mutation(build, sendResetPassword),
    // A query although it is a POST: it runs when the page loads and changes nothing.
    validateToken: query(build, validateToken),
    resetPassword: mutation(build, resetPassword),
  }),
});
