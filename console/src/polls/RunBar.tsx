import type { Poll } from '@companion/contract/staff/polls';
import { Spinner } from '@companion/web/ui/Spinner.tsx';
import { ActionButton } from '../page/ActionButton.tsx';
import { bothCountsText } from '../page/countText.ts';
import { CloseTime } from './PollBadges.tsx';
import { STATE_NAMES } from './pollTexts.ts';
import styles from './RunBar.module.css';
import { RUN_ACTS, type RunAct } from './runActions.ts';
import { useAnswerCount } from './useAnswerCount.ts';
import type { useRun } from './useRun.ts';

const KEYS: Record<RunAct, string> = { toggle: 'Space', reveal: 'Enter', next: 'N' };

/**
 * What a host presses, always at the same place and of the same size, with what decides when to press it. One button is
 * filled: the next one, most likely.
 */
export function RunBar({
  run: { current, actions, likely, whyNotNext, press, isChanging },
}: {
  run: ReturnType<typeof useRun>;
}) {
  return (
    <section className={styles.bar} aria-label="Controls">
      <div className={styles.status}>
        <b role="status">{current ? STATE_NAMES[current.state] : 'No poll on stage'}</b>
        {current && <AnswerCount poll={current} />}
        {current && <CloseTime poll={current} />}
        {whyNotNext && !isChanging && <span className={styles.why}>Next: {whyNotNext}</span>}
        {isChanging && (
          <span className={styles.changing}>
            <Spinner label="Changing" />
          </span>
        )}
      </div>
      <div className={styles.buttons}>
        {RUN_ACTS.map((act) => (
          <ActionButton
            key={act}
            variant={act === likely ? 'primary' : 'secondary'}
            // What is not possible now may be after the change that is under way.
            unavailable={isChanging ? undefined : actions[act].unavailable}
            aria-keyshortcuts={KEYS[act]}
            onPress={() => press(act)}
          >
            {actions[act].label}
            <span aria-hidden="true" className={styles.key}>
              <kbd>{KEYS[act]}</kbd>
            </span>
          </ActionButton>
        ))}
      </div>
    </section>
  );
}

function AnswerCount({ poll }: { poll: Poll }) {
  const count = useAnswerCount(poll);
  return count ? <span>{bothCountsText(count.n, count.confirmed, 'answer')}</span> : null;
}
