import type { Poll } from '@companion/contract/staff/polls';
import { useState } from 'react';
import { mayCall, useMember } from '../api/member.ts';
import { useStaffMutation } from '../api/sendStaffCall.ts';
import { toastDone } from '../api/toasts.ts';
import { RowButton } from '../page/ActionButton.tsx';
import { countText, numberText } from '../page/countText.ts';
import { Notice } from '../page/Notice.tsx';
import { leftOutText, openPollsText } from './leftOutText.ts';

interface LeftOutProps {
  /** Those whose results are shown to no one. */
  polls: Poll[];
  /** How many are left out because they still take answers. */
  openPolls?: number;
}

/** Says which results a report does not have, and offers to show hidden ones to the staff, and so to have them. */
export function LeftOut({ polls, openPolls = 0 }: LeftOutProps) {
  const mayInclude = mayCall(useMember(), 'changePoll');
  const { send } = useStaffMutation('changePoll', ['getPolls', 'getReport', 'getEventReport']);
  /** Of all of them: between two, nothing is being sent. */
  const [isBusy, setBusy] = useState(false);
  if (polls.length + openPolls === 0) return null;
  const show = async (some: Poll[], shownTo: 'staff' | 'none'): Promise<Poll[]> => {
    const changed: Poll[] = [];
    setBusy(true);
    for (const { campaignId, id: questionId, version } of some) {
      const answer = await send({ campaignId, questionId, version, shownTo });
      if (!answer) break;
      changed.push(answer.results);
    }
    setBusy(false);
    return changed;
  };
  const include = async () => {
    const changed = await show(polls, 'staff');
    if (changed.length === 0) return;
    // A failure has ended it before the others.
    const whose =
      changed.length === polls.length
        ? 'their results'
        : `the results of ${numberText(changed.length)} of ${countText(polls.length, 'question')}`;
    toastDone(`The staff sees ${whose}, and the report has them.`, {
      label: 'Undo',
      run: () => void show(changed, 'none'),
    });
  };
  return (
    <Notice
      label="Left out"
      actions={
        mayInclude &&
        polls.length > 0 && (
          <RowButton busy={isBusy} onPress={() => void include()}>
            Show {polls.length === 1 ? 'it' : 'them'} to the staff and include {polls.length === 1 ? 'it' : 'them'}
          </RowButton>
        )
      }
    >
      {openPolls > 0 && <p>{openPollsText(openPolls)}</p>}
      {polls.length > 0 && <p>{leftOutText(polls.length)}</p>}
    </Notice>
  );
}
