import type * as withPhone from '@companion/contract/account';
import {
  cancelPhoneChange,
  createAccount,
  proveEmail,
  provePhone,
  sendEmailProof,
  sendPhoneCode,
  updateAccount,
} from '@companion/contract/ownAccount';
import { api } from './api.ts';
import { mutation, results } from './endpoints.ts';
import { completeProfile, type ProfileChanges } from './profileChanges.ts';
import { queuedMutation } from './queue/queuedMutation.ts';
import { storeCredentials, storeEditedProfile, storeProfile } from './storeSession.ts';

/** What a waiting edit of the profile is about: its fields, or the completion of a survey. */
export const profileIntent = ({ preEventComplete, postEventComplete }: Partial<ProfileChanges>): string =>
  preEventComplete ? 'preEventComplete' : postEventComplete ? 'postEventComplete' : 'edit';

/** For calls that answer with the profile: updates the session's copy. */
const returnsProfile = { pick: results, onStart: storeProfile, invalidates: ['Account' as const] };

export const {
  useCreateAccountMutation,
  useUpdateAccountMutation,
  useProvePhoneMutation,
  useSendPhoneCodeMutation,
  useCancelPhoneChangeMutation,
  useSendEmailProofMutation,
  useProveEmailMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    createAccount: mutation<typeof withPhone.createAccount>(build, createAccount, { onStart: storeCredentials }),
    updateAccount: queuedMutation<typeof updateAccount, ProfileChanges>(build, 'updateAccount', updateAccount, {
      intent: profileIntent,
      // A new number is proved by a code at once, and an activation signs in.
      mayWait: ({ phone, registrationComplete }) => phone === undefined && registrationComplete === undefined,
      complete: completeProfile,
      onStored: storeEditedProfile,
      invalidates: ['Account'],
    }),
    provePhone: mutation(build, provePhone, returnsProfile),
    sendPhoneCode: mutation(build, sendPhoneCode),
    sendEmailProof: mutation(build, sendEmailProof),
    proveEmail: mutation(build, proveEmail, returnsProfile),
    cancelPhoneChange: mutation(build, cancelPhoneChange, returnsProfile),
  }),
});
