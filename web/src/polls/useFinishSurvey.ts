import { useUpdateAccountMutation } from '../api/accountApi.ts';
import { useNavigateFromHere } from '../page/useNavigateFromHere.ts';
import { paths } from '../paths.ts';
import { selectProfile } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { surveyOf } from './surveys.ts';

/**
 * Return to Dashboard (§4): first the profile learns that this campaign is done, where it is one of the two surveys.
 * A failed update stays on the page, so that the button can be pressed again.
 */
export function useFinishSurvey(campaignId: string): { finish: () => Promise<void>; isBusy: boolean } {
  const profile = useAppSelector(selectProfile);
  const [updateAccount, { isLoading: isBusy }] = useUpdateAccountMutation();
  const navigate = useNavigateFromHere();

  const finish = async () => {
    const survey = surveyOf(campaignId);
    if (survey && profile) {
      const result = await updateAccount({ id: profile.id, [survey.flag]: true });
      if (result.error) return;
    }
    navigate(paths.dashboard);
  };
  return { finish, isBusy };
}
