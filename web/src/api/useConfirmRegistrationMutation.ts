import { confirmRegistration } from '@companion/contract/registration';
import { api } from './api.ts';
import { mutation, results, TAGS } from './endpoints.ts';
import { storeProfile } from './storeSession.ts';

const registrationApi = api.injectEndpoints({
  endpoints: (build) => ({
    // What the account sent before may be gone.
    confirmRegistration: mutation(build, confirmRegistration, {
      ...{ pick: results, onStart: storeProfile, invalidates: [...TAGS] },
    }),
  }),
});
/** Apart from accountApi.ts, because few people are asked: others do not load it. */
export const useConfirmRegistrationMutation = registrationApi.useConfirmRegistrationMutation;
