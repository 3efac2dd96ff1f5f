import type { StageBoard } from '@companion/contract/staff/stage';
import { CountedNote } from '../page/CountedNote.tsx';
import { QrCode } from '../page/QrCode.tsx';
import styles from './BoardSlide.module.css';
import { shortAddress, textSize } from './slideTexts.ts';

/** Larger than the others in any case. */
const PINNED = { largest: 7, smallest: 4.3, room: 92 };

/** The questions from the hall to a session: the pinned one large, the next by upvotes below. */
export const BoardSlide = ({
  board: { title, pinned, audienceQuestions, counted },
  joinUrl,
}: {
  board: StageBoard;
  joinUrl: string;
}) => (
  <div className={styles.board}>
    <div className={styles.text}>
      <h1 className={`written ${styles.title}`}>Questions: {title}</h1>
      {pinned ? (
        <div className={styles.pinned}>
          <p className={`written ${styles.pinnedText}`} style={{ fontSize: textSize(pinned.text, PINNED) }}>
            {pinned.text}
          </p>
          <Upvotes count={pinned.upvotes} />
        </div>
      ) : (
        <p className={styles.none}>{audienceQuestions.length === 0 && 'Ask the first question in the app.'}</p>
      )}
      <ol className={styles.audienceQuestions} aria-label="The next questions, by upvotes">
        {audienceQuestions.map(({ id, text, upvotes }) => (
          <li key={id} className={styles.question}>
            <Upvotes count={upvotes} />
            <p className={`written ${styles.questionText}`}>{text}</p>
          </li>
        ))}
      </ol>
    </div>
    <aside className={styles.side} aria-label="How to ask">
      <QrCode text={joinUrl} label="QR code of the app's address" />
      <p className={styles.join}>
        Ask and upvote at <b>{shortAddress(joinUrl)}</b>
      </p>
      <CountedNote counted={counted} className={styles.join} />
    </aside>
  </div>
);

const Upvotes = ({ count }: { count: number }) => (
  <p className={styles.upvotes}>
    <span aria-hidden="true">▲ </span>
    {count}
    <span className="visually-hidden"> {count === 1 ? 'upvote' : 'upvotes'}</span>
  </p>
);
