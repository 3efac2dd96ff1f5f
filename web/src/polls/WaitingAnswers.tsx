import { WaitingToSend } from '../page/WaitingToSend.tsx';
import { useAppSelector } from '../session/storeHooks.ts';
import { isWaiting } from '../session/writes.ts';
import { selectWrites } from '../session/writesSlice.ts';

/** Says below the open questions how many answers have not been sent. */
export function WaitingAnswers() {
  const count = useAppSelector(
    (state) => selectWrites(state).filter((write) => write.call === 'answerQuestion' && isWaiting(write)).length,
  );
  return (
    <WaitingToSend isWaiting={count > 0}>
      {count === 1 ? 'One answer is waiting to send.' : `${count} answers are waiting to send.`}
    </WaitingToSend>
  );
}
