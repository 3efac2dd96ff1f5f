import { resetPassword, sendResetPassword, validateToken } from '@companion/contract/passwordReset';
import { api } from './api.ts';
import { request } from './request.ts';

export const passwordResetApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendResetPassword: build.mutation<{ message: string }, { email: string }>({
      query: (body) => request(sendResetPassword, { body }),
      rawResponseSchema: sendResetPassword.read,
    }),
    /** A query, though it is a POST: it is asked when the page loads and changes nothing. */
    validateToken: build.query<{ results: boolean; status: number; message?: string }, string>({
      query: (token) => request(validateToken, { body: { token } }),
      rawResponseSchema: validateToken.read,
    }),
    resetPassword: build.mutation<
      { message: string },
      { newPassword: string; confirmPassword: string; resetToken: string }
    >({
      query: (body) => request(resetPassword, { body }),
      rawResponseSchema: resetPassword.read,
    }),
  }),
});

export const { useSendResetPasswordMutation, useValidateTokenQuery, useResetPasswordMutation } = passwordResetApi;
