import type { Question } from '@companion/contract/question';
import { useState } from 'react';
import { draftKey, readDraft, writeDraft } from '../session/drafts.ts';
import { selectStage } from '../session/liveSlice.ts';
import { selectProfile } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';

/**
 * Whether the attendee has just answered a poll that is on stage, the first one of this visit.
 * @param hasAnswered false if the question was answered before, or the answer is not sent
 */
export function useFirstOnStage({ campaignId, id }: Question, hasAnswered: boolean): boolean {
  const accountId = useAppSelector(selectProfile)?.id;
  const stage = useAppSelector(selectStage);
  const [isFirst] = useState(() => {
    if (!hasAnswered || stage?.questionId !== id || stage.campaignId !== campaignId) return false;
    const key = draftKey(accountId, 'first-on-stage');
    const first = readDraft(key) ?? id;
    writeDraft(key, first);
    return first === id;
  });
  return isFirst;
}
