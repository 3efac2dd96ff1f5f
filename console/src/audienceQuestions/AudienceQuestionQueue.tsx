import type { QueuedAudienceQuestion } from '@companion/contract/staff/audienceQuestionQueue';
import { Card } from '@companion/web/ui/Card.tsx';
import { CheckField } from '@companion/web/ui/CheckField.tsx';
import { focusHeading } from '@companion/web/ui/focusHeading.ts';
import { useEffect, useState } from 'react';
import { toastProblem } from '../api/toasts.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { countText } from '../page/countText.ts';
import { SelectionBar } from '../page/SelectionBar.tsx';
import { useKeys } from '../page/useKeys.ts';
import styles from './AudienceQuestionQueue.module.css';
import { AudienceQuestionRow } from './AudienceQuestionRow.tsx';
import { AuthorDialog } from './AuthorDialog.tsx';
import { AUDIENCE_QUESTION_ACTIONS, type AudienceQuestionAction, whyNot } from './audienceQuestionStates.ts';
import type { Moderation } from './useModeration.ts';

const CHOOSE_FIRST = 'Choose a question first: J goes to it.';
const idOfRow = (id: string) => `audienceQuestion-${id}`;

interface AudienceQuestionQueueProps {
  audienceQuestions: QueuedAudienceQuestion[];
  /** Of all pages together. */
  total: number;
  /** Whether they have different states. */
  showsStates: boolean;
  moderation: Moderation;
}

/** The questions of one page: buttons and keys moderate the current one, or those that are selected. */
export function AudienceQuestionQueue({
  audienceQuestions,
  total,
  showsStates,
  moderation,
}: AudienceQuestionQueueProps) {
  const { moderate, dismissAuthor, blockAuthor, undo, isSending } = moderation;
  const [asksAbout, setAsksAbout] = useState<QueuedAudienceQuestion>();
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const ids = audienceQuestions.map(({ id }) => id);
  const { current, setCurrent, move } = useCursor(ids);
  // A ticked question leaves the list once another moderator has decided on it: then it is not selected any more.
  const selected = ids.filter((id) => ticked.includes(id));
  const select = (id: string, isSelected: boolean) =>
    setTicked(isSelected ? [...selected, id] : selected.filter((one) => one !== id));
  const act = async (action: AudienceQuestionAction, on: string[]) => {
    // The answer to the first press will change which questions are on the page.
    if (isSending) return;
    const reason = on.length === 0 ? CHOOSE_FIRST : whyNot(action, on.length);
    if (reason) return toastProblem(reason);
    // After a failure, and after a press on another row, what is selected stays.
    if (await moderate(on, action)) setTicked((before) => before.filter((id) => !on.includes(id)));
  };
  const currentId = ids[current];
  const currentOnly = currentId === undefined ? [] : [currentId];
  const ofKeys = selected.length > 0 ? selected : currentOnly;
  const actOnAuthor = (moderateAuthor: Moderation['blockAuthor']) => {
    if (isSending) return;
    const [one, ...others] = audienceQuestions.filter(({ id }) => ofKeys.includes(id));
    if (!one) return toastProblem(CHOOSE_FIRST);
    if (others.length > 0) return toastProblem('Choose one question, to moderate its author.');
    void moderateAuthor(one);
  };
  useKeys({
    j: () => move(1),
    ArrowDown: () => move(1),
    k: () => move(-1),
    ArrowUp: () => move(-1),
    x: () => currentId !== undefined && select(currentId, !selected.includes(currentId)),
    e: () => actOnAuthor(dismissAuthor),
    b: () => actOnAuthor(blockAuthor),
    u: () => !isSending && void undo(),
    ...Object.fromEntries(AUDIENCE_QUESTION_ACTIONS.map((action) => [action.key, () => void act(action, ofKeys)])),
  });
  const count = <p role="status">{countText(total, 'question')}</p>;
  if (audienceQuestions.length === 0) return count;
  return (
    <>
      <div className={styles.head}>
        <CheckField
          label="Select all on this page"
          checked={selected.length === ids.length}
          onChange={({ currentTarget }) => setTicked(currentTarget.checked ? ids : [])}
        />
        {count}
      </div>
      <Card as="ul" className={styles.list} aria-label="Questions">
        {audienceQuestions.map((audienceQuestion, index) => (
          <AudienceQuestionRow
            key={audienceQuestion.id}
            audienceQuestion={audienceQuestion}
            showsState={showsStates}
            id={idOfRow(audienceQuestion.id)}
            isCurrent={index === current}
            isSelected={selected.includes(audienceQuestion.id)}
            onFocus={() => setCurrent(audienceQuestion.id)}
            onSelect={(isSelected) => select(audienceQuestion.id, isSelected)}
            onAction={(action) => void act(action, [audienceQuestion.id])}
            onAuthor={() => setAsksAbout(audienceQuestion)}
          />
        ))}
      </Card>
      {selected.length > 0 && (
        <SelectionBar count={`${selected.length} selected`} onClear={() => setTicked([])}>
          {AUDIENCE_QUESTION_ACTIONS.map((action) => (
            <ActionButton
              key={action.state}
              size="small"
              unavailable={whyNot(action, selected.length)}
              aria-keyshortcuts={action.key.toUpperCase()}
              busy={isSending}
              onPress={() => void act(action, selected)}
            >
              {action.label}
            </ActionButton>
          ))}
        </SelectionBar>
      )}
      {asksAbout && (
        <AuthorDialog
          // As the list has the author now. The question itself may have left it.
          audienceQuestion={audienceQuestions.find(({ author }) => author === asksAbout.author) ?? asksAbout}
          moderation={moderation}
          onClose={() => setAsksAbout(undefined)}
        />
      )}
    </>
  );
}

/** The row of a list on which keys act. When it leaves the list, the next one takes its place. */
function useCursor(ids: string[]) {
  const [cursor, setCursor] = useState<{ id: string; index: number }>();
  const found = cursor ? ids.indexOf(cursor.id) : -1;
  const current = cursor && found === -1 ? Math.min(cursor.index, ids.length - 1) : found;
  const focusRow = (id: string, options?: FocusOptions) => document.getElementById(idOfRow(id))?.focus(options);
  const key = ids.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: lists with the same ids are the same
  useEffect(() => {
    if (!cursor) return;
    const id = ids[current];
    if (id !== undefined && id !== cursor.id) setCursor({ id, index: current });
    // Only if what had the focus has left the page.
    if (document.activeElement !== document.body) return;
    if (id === undefined) focusHeading();
    else focusRow(id, { preventScroll: id === cursor.id });
  }, [key, current]);
  return {
    /** The place of the current row; -1 while there is none. */
    current,
    /** Makes a row the current one, without moving the focus. */
    setCurrent: (id: string) => setCursor({ id, index: ids.indexOf(id) }),
    /** Moves by so many rows, and the focus with it. */
    move: (by: number) => {
      const next = current === -1 ? 0 : Math.max(0, Math.min(current + by, ids.length - 1));
      const id = ids[next];
      if (id === undefined) return;
      setCursor({ id, index: next });
      focusRow(id);
    },
  };
}
