import type { Ask } from '@companion/contract/ask';
import { useEffect, useMemo } from 'react';
import { useStore } from 'react-redux';
import { useGetAsksQuery } from '../api/askApi.ts';
import { keepAsks } from '../api/keepAsks.ts';
import type { AnswersStore } from '../api/restoreAnswers.ts';
import { useLiveAsks } from '../live/useLiveAsks.ts';
import { AsOf } from '../page/AsOf.tsx';
import { TryAgain } from '../page/TryAgain.tsx';
import { selectProfile } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { isWaiting } from '../session/writes.ts';
import { selectWrites } from '../session/writesSlice.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { AskForm } from './AskForm.tsx';
import { OwnAsks } from './OwnAsks.tsx';
import styles from './SessionAsks.module.css';
import { ShownAsks } from './ShownAsks.tsx';

/** The questions from the hall to the speakers of a session: asked, read and upvoted (decision 051). */
export function SessionAsks({ contentId }: { contentId: string }) {
  const query = useGetAsksQuery({ contentId }, { refetchOnFocus: true, refetchOnReconnect: true });
  useLiveAsks(contentId, query);
  useKeptAsks(contentId);
  const writes = useAppSelector(selectWrites);
  const unsent = useMemo(
    () => writes.filter((one) => isWaiting(one) && one.call === 'createAsk' && one.argument.contentId === contentId),
    [writes, contentId],
  );
  const { data, error } = query;
  const [shown, hidden] = useMemo(() => divide(data ?? []), [data]);

  return (
    <div className={styles.asks}>
      <AskForm contentId={contentId} unsent={unsent} />
      <OwnAsks asks={hidden} unsent={unsent} />
      {data && <AsOf isRow query={query} />}
      {data && <ShownAsks asks={shown} />}
      {!data && !error && <Skeleton lines={3} />}
      {!data && error && (
        <div className={styles.failed}>
          <p>The questions are not available at the moment.</p>
          <TryAgain query={query} />
        </div>
      )}
    </div>
  );
}

/** Those that everyone sees, and those that their author alone sees. */
function divide(asks: readonly Ask[]): [shown: Ask[], hidden: Ask[]] {
  const isHidden = ({ state }: Ask) => state === 'pending' || state === 'dismissed';
  return [asks.filter((ask) => !isHidden(ask)), asks.filter(isHidden)];
}

/** Keeps the questions on the phone while they are shown. */
function useKeptAsks(contentId: string): void {
  const store = useStore<ReturnType<AnswersStore['getState']>>();
  const accountId = useAppSelector(selectProfile)?.id;
  useEffect(
    () => (accountId === undefined ? undefined : keepAsks(store, accountId, contentId)),
    [store, accountId, contentId],
  );
}
