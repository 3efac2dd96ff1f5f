import { type AudienceQuestion, getAudienceQuestions } from '@companion/contract/audienceQuestion';
import { useEffect, useState } from 'react';
import { useGetOwnAudienceQuestionsQuery } from '../api/readApi.ts';
import { readReplies } from '../device/keptWritesAndReplies.ts';
import { useKeptReply } from '../page/useKeptReply.ts';
import { selectProfile } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';

/**
 * The questions from the hall that the attendee has asked; undefined until they are known. If they cannot be read, those
 * that the phone keeps of the sessions whose page was opened.
 */
export function useOwnAudienceQuestions(): readonly AudienceQuestion[] | undefined {
  const { data, error } = useGetOwnAudienceQuestionsQuery(undefined, {
    refetchOnFocus: true,
    refetchOnReconnect: true,
  });
  useKeptReply('getOwnAudienceQuestions');
  const accountId = useAppSelector(selectProfile)?.id;
  const [kept, setKept] = useState<AudienceQuestion[]>();
  const isMissing = data === undefined && error !== undefined && accountId !== undefined;
  useEffect(() => {
    if (!isMissing) return;
    let isCurrent = true;
    readOwn(accountId).then((own) => isCurrent && setKept(own));
    return () => {
      isCurrent = false;
    };
  }, [isMissing, accountId]);
  return data ?? (isMissing ? kept : undefined);
}

async function readOwn(accountId: string): Promise<AudienceQuestion[]> {
  const replies = [...((await readReplies(accountId)) ?? [])];
  return replies
    .filter(([call]) => call.startsWith('getAudienceQuestions '))
    .flatMap(([, { data }]) => getAudienceQuestions.read.safeParse({ results: data }).data?.results ?? [])
    .filter(({ own }) => own);
}
