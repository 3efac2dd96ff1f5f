import type * as withPhone from '@companion/contract/account';
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
import { api } from './api.ts';
import { mutation, query, results } from './endpoints.ts';
import { storeCredentials, storeEditedProfile, storeProfile } from './storeSession.ts';

/** For calls that answer with the profile: updates the session's copy. */
const returnsProfile = { pick: results, onStart: storeProfile, invalidates: ['Account' as const] };

export const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAccount: query(build, getAccount, { pick: results, onStart: storeProfile, provides: ['Account'] }),
    createAccount: mutation<typeof withPhone.createAccount>(build, createAccount, { onStart: storeCredentials }),
    updateAccount: mutation<typeof withPhone.updateAccount>(build, updateAccount, {
      onStart: storeEditedProfile,
      invalidates: ['Account'],
    }),
    provePhone: mutation(build, provePhone, returnsProfile),
    sendPhoneCode: mutation(build, sendPhoneCode),
    sendEmailProof: mutation(build, sendEmailProof),
    proveEmail: mutation(build, proveEmail, returnsProfile),
    cancelPhoneChange: mutation(build, cancelPhoneChange, returnsProfile),
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
