import { useId, useState } from 'react';
import { useStore } from 'react-redux';
import { useGetContentQuery } from '../api/readApi.ts';
import { intentOf } from '../device/pendingWrite.ts';
import { formatDay, formatTimeWithZone } from '../formatTime.ts';
import { useFocusKept } from '../page/useFocusKept.ts';
import { queueOf } from '../queue/queuedEndpoints.ts';
import { draftKey, readDraft, writeDraft } from '../session/drafts.ts';
import { selectIsOnline } from '../session/networkSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { isWaiting, type Write } from '../session/writes.ts';
import { selectUnsentWrites } from '../session/writesSlice.ts';
import { notifyError } from '../toasts/toasts.ts';
import { Button } from '../ui/Button.tsx';
import { AlertIcon, WaitingIcon } from '../ui/icons.tsx';
import { describeWrite } from './describeWrite.ts';
import styles from './UnsentWrites.module.css';

/** What the attendee did and the server has not stored: waiting for the network, or rejected (decision 039). */
export function UnsentWrites({ onEdit }: { onEdit: (path: string) => void }) {
  const heading = useId();
  const writes = useAppSelector(selectUnsentWrites);
  const isOnline = useAppSelector(selectIsOnline);
  return (
    <section aria-labelledby={heading} className={styles.unsent}>
      <div className={styles.head}>
        <h2 id={heading}>Not sent yet</h2>
        {isOnline && writes.some(isWaiting) && <SendNow />}
      </div>
      <ul className={styles.list}>
        {writes.map((write) => (
          <UnsentWrite key={write.idempotencyKey} write={write} onEdit={onEdit} />
        ))}
      </ul>
    </section>
  );
}

function SendNow() {
  const queue = queueOf(useStore());
  const [isSending, setIsSending] = useState(false);
  const button = useFocusKept<HTMLButtonElement>();

  const sendNow = async () => {
    setIsSending(true);
    await queue.sendAll();
    setIsSending(false);
  };
  return (
    <Button ref={button} variant="secondary" busy={isSending} disabled={isSending} onClick={sendNow}>
      Send Now
    </Button>
  );
}

/** Calls whose text can be changed and sent again. */
const EDITABLE = [
  ...['createComment', 'updateComment', 'saveOwnNote', 'createAudienceQuestion', 'sendFeedback', 'updateAccount'],
];
/** The next one is another one. All else takes the place of the rejected write. */
const REPEATABLE = ['createAudienceQuestion', 'sendFeedback'];

/** The form has one draft. */
const TYPED_ELSE =
  'You have typed something else here. Send or discard it first: your profile keeps what was not accepted.';

/** What is written about an item, in words. */
const ITEM_TEXTS: Record<string, string> = {
  createComment: 'comment',
  updateComment: 'comment',
  saveOwnNote: 'note',
  createAudienceQuestion: 'question',
};

function UnsentWrite({ write, onEdit }: { write: Write; onEdit: (path: string) => void }) {
  const queue = queueOf(useStore());
  const item = useFocusKept<HTMLLIElement>();
  const { title, text, path } = describeWrite(write);
  const { accountId, argument, call, madeAt, reason } = write;
  const isRejected = write.state === 'rejected';
  const { data: content } = useGetContentQuery(undefined, { skip: !isRejected });
  const isGone = call in ITEM_TEXTS && content?.every(({ id }) => id !== argument.contentId) === true;

  const discard = () => queue.discard(write);
  const edit = async () => {
    const { id: _, smsEnabled: __, comment, note, text: question, message, ...fields } = argument;
    const rejected = comment ?? note ?? question ?? message ?? fields;
    const key = draftKey(accountId, intentOf(write));
    const draft = readDraft(key);
    if (draft !== undefined && JSON.stringify(Object(draft).text ?? draft) !== JSON.stringify(rejected)) {
      notifyError({ data: { message: TYPED_ELSE } });
    } else {
      writeDraft(key, rejected);
      if (REPEATABLE.includes(call)) await discard();
    }
    onEdit(path);
  };
  return (
    <li ref={item} className={styles.write}>
      <p className={styles.title}>{title}</p>
      {text && <p className={styles.text}>{text}</p>}
      <p className={isRejected ? styles.rejected : styles.waiting}>
        {isRejected ? <AlertIcon /> : <WaitingIcon />}
        {isRejected ? 'Not accepted' : 'Waiting to send'}, made {formatDay(madeAt)}, {formatTimeWithZone(madeAt)}
      </p>
      {!isRejected && call === 'answerQuestion' && (
        <p className={styles.note}>If the question closes first, your answer still counts if it is sent soon after.</p>
      )}
      {isRejected && (
        <>
          <p>
            {isGone
              ? `This item is no longer on the agenda. Copy your ${ITEM_TEXTS[call]} if you want to keep it.`
              : reason}
          </p>
          <div className={styles.actions}>
            {EDITABLE.includes(call) && !isGone && (
              <Button variant="secondary" onClick={edit}>
                Edit
              </Button>
            )}
            <Button variant="secondary" onClick={() => queue.sendAgain(write)}>
              Send Again
            </Button>
            <Button variant="secondary" onClick={discard}>
              Discard
            </Button>
          </div>
        </>
      )}
    </li>
  );
}
