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
import { keepCredentials, keepEditedProfile, keepProfile } from './keepSession.ts';

/** What answers with a profile, keeps the session's own one up to date. */
const ofProfile = { pick: results, onStart: keepProfile, invalidates: ['Account' as const] };

export const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAccount: query(build, getAccount, { pick: results, onStart: keepProfile, provides: ['Account'] }),
    createAccount: mutation<typeof withPhone.createAccount>(build, createAccount, { onStart: keepCredentials }),
    updateAccount: mutation<typeof withPhone.updateAccount>(build, updateAccount, {
      onStart: keepEditedProfile,
      invalidates: ['Account'],
    }),
    provePhone: mutation(build, provePhone, ofProfile),
    sendPhoneCode: mutation(build, sendPhoneCode),
    sendEmailProof: mutation(build, sendEmailProof),
    proveEmail: mutation(build, proveEmail, ofProfile),
    cancelPhoneChange: mutation(build, cancelPhoneChange, ofProfile),
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
