import type { Stage, StageBoard } from '@companion/contract/staff/stage';
import { CountedNote } from '../page/CountedNote.tsx';
import { Address } from './BandParts.tsx';
import styles from './BoardSlide.module.css';
import { ScanPanel } from './ScanPanel.tsx';
import { SlideFrame } from './SlideFrame.tsx';
import { largestFitting, useFit } from './useFit.ts';

/** The questions from the hall to a session: the pinned one large, below it the next by upvotes that fit whole. */
export function BoardSlide({ board, stage }: { board: StageBoard; stage: Stage }) {
  const { title, pinned, audienceQuestions, counted } = board;
  const { joinUrl, codeUrl = joinUrl } = stage;
  const texts = [title, pinned?.text, ...audienceQuestions.map(({ text }) => text)];
  const fitted = useFit<HTMLDivElement>(fitBoard, JSON.stringify(texts));
  const band = (
    <>
      <Address url={joinUrl} />
      <CountedNote counted={counted} />
    </>
  );
  return (
    <SlideFrame stage={stage} band={band}>
      <div className={styles.board}>
        <h1 className={`written ${styles.title}`}>Questions: {title}</h1>
        <div ref={fitted} className={styles.questions}>
          {pinned && (
            <div className={styles.pinned} data-pinned>
              <p className={`written ${styles.pinnedText}`}>{pinned.text}</p>
              <Upvotes count={pinned.upvotes} />
            </div>
          )}
          {!pinned && audienceQuestions.length === 0 && (
            <p className={styles.none}>Ask the first question in the app.</p>
          )}
          <ol className={styles.list} aria-label="The next questions, by upvotes" data-list>
            {audienceQuestions.map(({ id, text, upvotes }) => (
              <li key={id} className={styles.question}>
                <Upvotes count={upvotes} />
                <p className="written">{text}</p>
              </li>
            ))}
          </ol>
        </div>
        <div className={styles.side}>
          <ScanPanel label="Scan to ask and upvote" url={codeUrl} />
        </div>
      </div>
    </SlideFrame>
  );
}

const Upvotes = ({ count }: { count: number }) => (
  <p className={styles.upvotes}>
    <span aria-hidden="true">▲ </span>
    {count}
    <span className="visually-hidden"> {count === 1 ? 'upvote' : 'upvotes'}</span>
  </p>
);

/** The pinned question leaves room for the next ones as long as it can be read from the last row. */
const SHARE = 0.62;
const READABLE = 0.42;
const SMALLEST = 0.1;

function fitBoard(questions: HTMLElement): void {
  const pinned = questions.querySelector<HTMLElement>('[data-pinned]');
  const list = questions.querySelector<HTMLElement>('[data-list]');
  const { height, bottom } = questions.getBoundingClientRect();
  if (pinned) {
    const fits = (share: number) => (size: number) => {
      questions.style.setProperty('--pinned', String(size));
      return pinned.getBoundingClientRect().height <= height * share;
    };
    largestFitting(READABLE, 1, fits(SHARE));
    if (!fits(1)(Number(questions.style.getPropertyValue('--pinned')))) largestFitting(SMALLEST, READABLE, fits(1));
  }
  const rows = [...(list?.children ?? [])] as HTMLElement[];
  for (const row of rows) row.hidden = false;
  const isBelow = (row: HTMLElement) => row.getBoundingClientRect().bottom > bottom;
  const [first] = rows;
  if (first) {
    largestFitting(READABLE, 1, (size) => {
      questions.style.setProperty('--rows', String(size));
      return !isBelow(first);
    });
  }
  // The order is that of the upvotes, so none that is shorter takes the place of one that does not fit.
  const end = rows.findIndex(isBelow);
  for (const row of end < 0 ? [] : rows.slice(end)) row.hidden = true;
}
