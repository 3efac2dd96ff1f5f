import { type Answer, answerFields, type Question } from '@companion/contract/question';
import { useState } from 'react';
import { readDraft, writeDraft } from '../session/drafts.ts';
import { useDraftKey } from '../session/useDraftKey.ts';

/** What this person has chosen or typed for a question so far; it survives a reload and going back. */
export function useAnswerDraft({ campaignId, id }: Question) {
  const draftKey = useDraftKey(['answer', campaignId, id].join(':'));
  const [answer, setAnswer] = useState(() => read(draftKey));
  return {
    answer,
    draftKey,
    setAnswer: (changed: Required<Answer>) => {
      setAnswer(changed);
      writeDraft(draftKey, changed);
    },
  };
}

function read(draftKey: string): Required<Answer> {
  const draft = answerFields.safeParse({ campaignId: '', questionId: '', ...Object(readDraft(draftKey)) }).data;
  return { answers: draft?.answers ?? [], comment: draft?.comment ?? '' };
}
