import type { AudienceQuestion } from '@companion/contract/audienceQuestion';
import { useId } from 'react';
import type { Write } from '../session/writes.ts';
import { CloseIcon, WaitingIcon } from '../ui/icons.tsx';
import styles from './SessionAudienceQuestions.module.css';

export interface OwnAudienceQuestionsProps {
  /** Those that the hall does not see. */
  audienceQuestions: readonly AudienceQuestion[];
  /** Those that wait to be sent. */
  unsent: readonly Write[];
}

/** What became of the attendee's questions that the hall does not see. */
export function OwnAudienceQuestions({ audienceQuestions, unsent }: OwnAudienceQuestionsProps) {
  const heading = useId();
  return (
    // Always in the page, so that screen readers announce what becomes of them.
    <div aria-live="polite" className={styles.own}>
      {audienceQuestions.length + unsent.length > 0 && (
        <section aria-labelledby={heading} className={styles.part}>
          <h3 id={heading}>Your questions</h3>
          <ul className={styles.list}>
            {unsent.map(({ idempotencyKey, argument }) => (
              <OwnAudienceQuestion key={idempotencyKey} text={String(argument.text)} state={UNSENT} />
            ))}
            {audienceQuestions.map(({ id, text, state }) => (
              <OwnAudienceQuestion
                key={id}
                text={text}
                state={state === 'dismissed' ? 'Not shown' : 'Waiting for the moderators'}
              />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const UNSENT = 'Waiting to send';

const OwnAudienceQuestion = ({ text, state }: { text: string; state: string }) => (
  <li className={styles.question}>
    <p dir="auto" className={styles.text}>
      {text}
    </p>
    <p className={state === UNSENT ? styles.waiting : styles.state}>
      {state === 'Not shown' ? <CloseIcon /> : <WaitingIcon />}
      {state}
    </p>
  </li>
);
