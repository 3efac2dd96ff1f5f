import { results } from '@companion/client/api/endpoints';
import { confirmRegistration } from '@companion/contract/registration';
import { readAnswers, storeAnswer } from '../device/deviceStore.ts';
import { api } from './api.ts';
import { mutation, TAGS } from './endpoints.ts';
import { storeProfile } from './storeSession.ts';

const registrationApi = api.injectEndpoints({
  endpoints: (build) => ({
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
/** Apart from accountApi.ts, because few people are asked: others do not load it. */
export const useConfirmRegistrationMutation = registrationApi.useConfirmRegistrationMutation;

/** The kept questions from the hall may contain some of a stranger's. Other lists are read again at once. */
async function emptyKeptAudienceQuestions(accountId: string): Promise<void> {
  for (const [call, { at }] of (await readAnswers(accountId)) ?? [])
    if (call.startsWith('getAudienceQuestions ')) await storeAnswer(accountId, call, { data: [], at });
}

/** The caller gets the error. */
const ignore = () => undefined;
