import type { Poll } from '@companion/contract/staff/polls';
import { useState } from 'react';
import { mayCall, useMember } from '../api/member.ts';
import { sendStaffCall, shownFailure } from '../api/sendStaffCall.ts';
import { toastDone, toastProblem } from '../api/toasts.ts';
import { RowButton } from '../page/ActionButton.tsx';
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
  const [isSending, setSending] = useState(false);
  if (polls.length + openPolls === 0) return null;
  const show = async (some: Poll[], shownTo: 'staff' | 'none'): Promise<Poll[]> => {
    const changed: Poll[] = [];
    setSending(true);
    try {
      for (const { campaignId, id: questionId, version } of some) {
        const change = { campaignId, questionId, version, shownTo };
        changed.push((await sendStaffCall('changePoll', change, ['getPolls', 'getReport', 'getEventReport'])).results);
      }
    } catch (error) {
      const failure = shownFailure(error);
      if (failure) toastProblem(failure.message, failure.traceId);
    } finally {
      setSending(false);
    }
    return changed;
  };
  const include = async () => {
    const changed = await show(polls, 'staff');
    if (changed.length === 0) return;
    toastDone('The staff sees their results, and the report has them.', {
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
          <RowButton busy={isSending} onPress={() => void include()}>
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
