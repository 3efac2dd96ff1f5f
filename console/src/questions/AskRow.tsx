import type { QueuedAsk } from '@companion/contract/staff/askQueue';
import { ActionButton } from '../page/ActionButton.tsx';
import { Badge } from '../page/Badge.tsx';
import { timeText } from '../page/timeText.ts';
import styles from './AskRow.module.css';
import { ASK_ACTIONS, type AskAction, labelOn, STATE_NAMES } from './askStates.ts';

interface AskRowProps {
  ask: QueuedAsk;
  showsState: boolean;
  /** Of the element. */
  id: string;
  isCurrent: boolean;
  isSelected: boolean;
  onFocus(): void;
  onSelect(isSelected: boolean): void;
  onAction(action: AskAction): void;
}

const TONES = { pinned: 'stage', shown: 'go', pending: 'plain', answered: 'plain', dismissed: 'plain' } as const;

/** A question from the hall: its whole text, and what a moderator can do. */
export function AskRow({ ask, showsState, id, isCurrent, isSelected, onFocus, onSelect, onAction }: AskRowProps) {
  const start = ask.text.slice(0, 80);
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
      <div className={styles.ask}>
        <p className={`written ${styles.text}`}>{ask.text}</p>
        <p className={styles.detail}>
          {showsState && <Badge tone={TONES[ask.state]}>{STATE_NAMES[ask.state]}</Badge>}
          <span>
            {ask.upvotes} {ask.upvotes === 1 ? 'upvote' : 'upvotes'}
          </span>
          <span className="written">{ask.title}</span>
          <time dateTime={ask.askedAt}>{timeText(ask.askedAt)}</time>
        </p>
      </div>
      <div className={styles.actions}>
        {ASK_ACTIONS.filter(({ state }) => state !== ask.state).map((action) => (
          <ActionButton
            key={action.state}
            variant="secondary"
            size="small"
            aria-label={`${labelOn(ask.state, action)}: ${start}`}
            onPress={() => {
              returnKeys();
              onAction(action);
            }}
          >
            {labelOn(ask.state, action)}
          </ActionButton>
        ))}
      </div>
    </li>
  );
}
