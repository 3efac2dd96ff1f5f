import type { ProfileFields } from '@companion/contract/account';
import {
  cancelPhoneChange,
  createAccount,
  getAccount,
  proveEmail,
  provePhone,
  sendEmailProof,
  sendPhoneCode,
  updateAccount,
} from '@companion/contract/ownAccount';
import type { Credentials, Profile } from '@companion/contract/session';
import { api } from './api.ts';
import { keepCredentials, keepEditedProfile, keepProfile } from './keepSession.ts';
import { request } from './request.ts';

type AccountState = Partial<
  Pick<Profile, 'registrationComplete' | 'preEventComplete' | 'postEventComplete' | 'smsEnabled'>
>;

/** All that answer with a profile keep the session's own profile up to date; createAccount signs in with what it is answered. */
export const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAccount: build.query<Profile, string>({
      query: (id) => request(getAccount, { params: { id } }),
      rawResponseSchema: getAccount.read,
      transformResponse: ({ results }: { results: Profile }) => results,
      onQueryStarted: keepProfile,
      providesTags: ['Account'],
    }),
    createAccount: build.mutation<Credentials, ProfileFields & AccountState>({
      query: (body) => request(createAccount, { body }),
      rawResponseSchema: createAccount.read,
      onQueryStarted: keepCredentials,
    }),
    updateAccount: build.mutation<{ results?: Profile }, { id: string } & Partial<ProfileFields> & AccountState>({
      query: ({ id, ...body }) => request(updateAccount, { params: { id }, body }),
      rawResponseSchema: updateAccount.read,
      onQueryStarted: keepEditedProfile,
      invalidatesTags: ['Account'],
    }),
    provePhone: build.mutation<Profile, { id: string; code: string }>({
      query: ({ id, code }) => request(provePhone, { params: { id }, body: { code } }),
      rawResponseSchema: provePhone.read,
      transformResponse: ({ results }: { results: Profile }) => results,
      onQueryStarted: keepProfile,
      invalidatesTags: ['Account'],
    }),
    sendPhoneCode: build.mutation<{ message: string }, { id: string }>({
      query: ({ id }) => request(sendPhoneCode, { params: { id } }),
      rawResponseSchema: sendPhoneCode.read,
    }),
    sendEmailProof: build.mutation<{ message: string }, { id: string }>({
      query: ({ id }) => request(sendEmailProof, { params: { id } }),
      rawResponseSchema: sendEmailProof.read,
    }),
    proveEmail: build.mutation<Profile, { id: string; token: string }>({
      query: ({ id, token }) => request(proveEmail, { params: { id }, body: { token } }),
      rawResponseSchema: proveEmail.read,
      transformResponse: ({ results }: { results: Profile }) => results,
      onQueryStarted: keepProfile,
      invalidatesTags: ['Account'],
    }),
    cancelPhoneChange: build.mutation<Profile, { id: string }>({
      query: ({ id }) => request(cancelPhoneChange, { params: { id } }),
      rawResponseSchema: cancelPhoneChange.read,
      transformResponse: ({ results }: { results: Profile }) => results,
      onQueryStarted: keepProfile,
      invalidatesTags: ['Account'],
    }),
  }),
});

export const {
  useGetAccountQuery,
  useCreateAccountMutation,
  useUpdateAccountMutation,
  useProvePhoneMutation,
  useSendPhoneCodeMutation,
  useCancelPhoneChangeMutation,
  useSendEmailProofMutation,
  useProveEmailMutation,
} = accountApi;
