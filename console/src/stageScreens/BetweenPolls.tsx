import { BETWEEN_POLLS, type ShownBetween } from '@companion/contract/staff/betweenPolls';
import { useStaffMutation } from '../api/sendStaffCall.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { ActingChoices } from '../page/ActingChoices.tsx';

const NAMES: Record<ShownBetween, string> = { welcome: 'Welcome', agenda: 'Now and next', picture: 'Picture' };

/** What the stage shows while it has no poll and no questions from the hall. */
export function BetweenPolls() {
  const { data } = useStaffQuery('getBetweenPolls', {}, { live: ['screen'] });
  const { send } = useStaffMutation('setBetweenPolls', ['getBetweenPolls']);
  if (!data) return null;
  const { shows: chosen, picture } = data.results;
  const options = BETWEEN_POLLS.filter((one) => one !== 'picture' || picture).map((one) => [one, NAMES[one]] as const);
  return (
    <ActingChoices
      label="Between polls"
      options={options}
      value={chosen}
      onChoose={async (shows) => {
        const answer = await send({ shows }, `Between polls the stage shows: ${NAMES[shows].toLowerCase()}.`);
        return answer !== undefined;
      }}
    />
  );
}
