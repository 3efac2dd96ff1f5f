import type { QueuedAudienceQuestion } from '@companion/contract/staff/audienceQuestionQueue';
import { RowButton } from '../page/ActionButton.tsx';
import { Badge } from '../page/Badge.tsx';
import { bothCountsText } from '../page/countText.ts';
import { timeText } from '../page/timeText.ts';
import styles from './AudienceQuestionRow.module.css';
import {
  AUDIENCE_QUESTION_ACTIONS,
  type AudienceQuestionAction,
  labelOn,
  STATE_NAMES,
} from './audienceQuestionStates.ts';

interface AudienceQuestionRowProps {
  audienceQuestion: QueuedAudienceQuestion;
  showsState: boolean;
  /** Of the element. */
  id: string;
  isCurrent: boolean;
  isSelected: boolean;
  onFocus(): void;
  onSelect(isSelected: boolean): void;
  onAction(action: AudienceQuestionAction): void;
  /** Asks what to do about its author. */
  onAuthor(): void;
}

const TONES = { pinned: 'stage', shown: 'go', pending: 'plain', answered: 'plain', dismissed: 'plain' } as const;

/** A question from the hall: its whole text, and what a moderator can do. */
export function AudienceQuestionRow({
  audienceQuestion,
  showsState,
  id,
  isCurrent,
  isSelected,
  onFocus,
  onSelect,
  onAction,
  onAuthor,
}: AudienceQuestionRowProps) {
  const start = audienceQuestion.text.slice(0, 80);
  // After a press with a finger or the mouse the keys are those of the queue again, not the control's.
  const returnKeys = () => {
    if (!document.activeElement?.matches(':focus-visible')) document.getElementById(id)?.focus({ preventScroll: true });
  };
  return (
    <li id={id} tabIndex={-1} className={styles.row} aria-current={isCurrent ? 'true' : undefined} onFocus={onFocus}>
      <label className={styles.select}>
        <input
          type="checkbox"
          checked={isSelected}
          onChange={({ currentTarget }) => {
            onSelect(currentTarget.checked);
            returnKeys();
          }}
        />
        <span className="visually-hidden">Select: {start}</span>
      </label>
      <div className={styles.question}>
        <p className={`written ${styles.text}`}>{audienceQuestion.text}</p>
        <p className={styles.detail}>
          {showsState && <Badge tone={TONES[audienceQuestion.state]}>{STATE_NAMES[audienceQuestion.state]}</Badge>}
          {!audienceQuestion.authorIsConfirmed && <Badge>Unconfirmed author</Badge>}
          {audienceQuestion.isAuthorBlocked && <Badge tone="stage">Blocked author</Badge>}
          <span>{bothCountsText(audienceQuestion.upvotes, audienceQuestion.confirmedUpvotes, 'upvote')}</span>
          <span className="written">{audienceQuestion.title}</span>
          <time dateTime={audienceQuestion.askedAt}>{timeText(audienceQuestion.askedAt)}</time>
        </p>
      </div>
      <div className={styles.actions}>
        {AUDIENCE_QUESTION_ACTIONS.filter(({ state }) => state !== audienceQuestion.state).map((action) => (
          <RowButton
            key={action.state}
            aria-label={`${labelOn(audienceQuestion.state, action)}: ${start}`}
            onPress={() => {
              returnKeys();
              onAction(action);
            }}
          >
            {labelOn(audienceQuestion.state, action)}
          </RowButton>
        ))}
        <RowButton
          aria-label={`Author…: ${start}`}
          onPress={() => {
            returnKeys();
            onAuthor();
          }}
        >
          Author…
        </RowButton>
      </div>
    </li>
  );
}
