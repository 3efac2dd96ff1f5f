import { results } from '@companion/client/api/endpoints';
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
import { api, mutation, TAGS } from './api.ts';
import { storeCredentials, storeProfile } from './storeSession.ts';

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
    createAccount: mutation<typeof withPhone.createAccount>(build, createAccount, { onStart: storeCredentials }),
    provePhone: mutation(build, provePhone, returnsProfile),
    sendPhoneCode: mutation(build, sendPhoneCode),
    sendEmailProof: mutation(build, sendEmailProof),
    proveEmail: mutation(build, proveEmail, returnsProfile),
    cancelPhoneChange: mutation(build, cancelPhoneChange, returnsProfile),
    // What the account sent before may be gone.
    confirmRegistration: mutation(build, confirmRegistration, {
      ...{ pick: results, invalidates: [...TAGS] },
      onStart: async (answer, lifecycle) => {
        await storeProfile(answer, lifecycle);
        if (!answer.mine) await lifecycle.queryFulfilled.then(() => emptyKeptAudienceQuestions(answer.id), ignore);
      },
    }),
  }),
});

/** The kept questions from the hall may contain some of a stranger's. Other lists are read again at once. */
async function emptyKeptAudienceQuestions(accountId: string): Promise<void> {
  const { readReplies, storeReply } = await import('../device/keptWritesAndReplies.ts');
  for (const [call, { at }] of (await readReplies(accountId)) ?? [])
    if (/^get(?:Own)?AudienceQuestions/.test(call)) await storeReply(accountId, call, { data: [], at });
}

/** The caller gets the error. */
const ignore = () => undefined;
