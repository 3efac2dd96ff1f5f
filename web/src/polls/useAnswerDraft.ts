import { type Answer, answerFields } from '@companion/contract/answer';
import type { Question } from '@companion/contract/question';
import { useState } from 'react';
import { dropDraft, readDraft, writeDraft } from '../session/drafts.ts';
import { useDraftKey } from '../session/useDraftKey.ts';

/** The attendee's answer so far. The draft survives a reload and going back. */
export function useAnswerDraft({ campaignId, id }: Question) {
  const draftKey = useDraftKey(['answer', campaignId, id].join(':'));
  const [answer, setAnswer] = useState(() => read(draftKey));
  const [isRestored, setIsRestored] = useState(() => !isEmpty(answer));
  return {
    answer,
    draftKey,
    isRestored,
    setAnswer: (changed: Required<Answer>) => {
      setAnswer(changed);
      if (isEmpty(changed)) dropDraft(draftKey);
      else writeDraft(draftKey, changed);
    },
    discard: () => {
      setAnswer(EMPTY_ANSWER);
      setIsRestored(false);
      dropDraft(draftKey);
    },
  };
}

const EMPTY_ANSWER: Required<Answer> = { answers: [], comment: '' };

/** Whether nothing is chosen or written. */
export const isEmpty = ({ answers, comment }: Required<Answer>) => answers.length === 0 && comment === '';

function read(draftKey: string): Required<Answer> {
  const draft = answerFields.safeParse({ campaignId: '', questionId: '', ...Object(readDraft(draftKey)) }).data;
  return { answers: draft?.answers ?? [], comment: draft?.comment ?? '' };
}
