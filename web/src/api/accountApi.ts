import type * as withPhone from '@companion/contract/accountCalls';
import {
  cancelPhoneChange,
  createAccount,
  proveEmail,
  provePhone,
  sendEmailProof,
  sendPhoneCode,
} from '@companion/contract/ownAccount';
import { confirmRegistration } from '@companion/contract/registration';
import { sessionState } from '../session/sessionReducers.ts';
import { selectIsAuthenticated, setCredentials, signOut } from '../session/sessionSlice.ts';
import { emptyDevice } from '../session/tidyDevice.ts';
import { api } from './api.ts';
import { mutation, results, TAGS } from './endpoints.ts';
import { dataOf, storeProfile } from './storeSession.ts';

/** For calls that answer with the profile: updates the session's copy. */
const returnsProfile = { pick: results, onStart: storeProfile, invalidates: ['Account' as const] };

/** The calls of the own account that write. An edit of the profile may wait: it is in queue/queuedEndpoints.ts. */
export const {
  useCreateAccountMutation,
  useProvePhoneMutation,
  useSendPhoneCodeMutation,
  useCancelPhoneChangeMutation,
  useSendEmailProofMutation,
  useProveEmailMutation,
  useConfirmRegistrationMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    createAccount: mutation<typeof withPhone.createAccount>(build, createAccount, {
      onStart: async (_, { dispatch, getState, queryFulfilled }) => {
        const credentials = await dataOf(queryFulfilled);
        if (!credentials) return;
        // Another person registers: the drafts and the sign-in link of the one before must not stay.
        if (selectIsAuthenticated(sessionState({ getState }))) dispatch(signOut());
        dispatch(setCredentials({ credentials }));
      },
    }),
    provePhone: mutation(build, provePhone, returnsProfile),
    sendPhoneCode: mutation(build, sendPhoneCode),
    sendEmailProof: mutation(build, sendEmailProof),
    proveEmail: mutation(build, proveEmail, returnsProfile),
    cancelPhoneChange: mutation(build, cancelPhoneChange, returnsProfile),
    // What the account sent before may be gone.
    confirmRegistration: mutation(build, confirmRegistration, {
      ...{ pick: results, invalidates: [...TAGS] },
      onStart: async (answer, lifecycle) => {
        // Before the account is used: what waits on the phone would be sent for its new owner.
        if (!answer.mine && (await dataOf(lifecycle.queryFulfilled))) await emptyDevice().catch(() => {});
        await storeProfile(answer, lifecycle);
      },
    }),
  }),
});
