import { useNavigateFromHere } from '../page/useNavigateFromHere.ts';
import { paths } from '../paths.ts';
import { useUpdateAccountMutation } from '../queue/queuedEndpoints.ts';
import { selectProfile } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { Button } from '../ui/Button.tsx';
import { surveyOf } from './surveys.ts';

/**
 * Returns to the dashboard (§4). A survey is first marked as completed in the profile; if that fails, the page stays,
 * so that the button can be pressed again.
 */
export function FinishButton({ campaignId }: { campaignId: string }) {
  const profile = useAppSelector(selectProfile);
  const [updateAccount, { isLoading }] = useUpdateAccountMutation();
  const navigate = useNavigateFromHere();

  const finish = async () => {
    const survey = surveyOf(campaignId);
    if (survey && profile) {
      const result = await updateAccount({ id: profile.id, [survey.flag]: true });
      if (result.error) return;
    }
    navigate(paths.dashboard);
  };
  return (
    <Button busy={isLoading} disabled={isLoading} onClick={finish}>
      Return to Dashboard
    </Button>
  );
}
