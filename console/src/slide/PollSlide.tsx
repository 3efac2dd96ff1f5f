import { SCALE_ENDS, SCALE_MAX } from '@companion/contract/constants';
import type { PollResults } from '@companion/contract/live';
import { choicesOf, meanOf } from '@companion/contract/pollFigures';
import type { Stage } from '@companion/contract/staff/stage';
import { Face } from '@companion/web/ui/Face.tsx';
import type { CSSProperties } from 'react';
import { CountedNote } from '../page/CountedNote.tsx';
import { countText } from '../page/countText.ts';
import { shareText } from '../page/ShareBar.tsx';
import { ApprovedTexts } from './ApprovedTexts.tsx';
import { Address, BandNumber, Countdown } from './BandParts.tsx';
import cards from './ChoiceCards.module.css';
import styles from './PollSlide.module.css';
import scale from './ScalePoints.module.css';
import { ScanPanel } from './ScanPanel.tsx';
import { SlideFrame } from './SlideFrame.tsx';
import { isOverflowing, largestFitting, useFit } from './useFit.ts';

type SlidePoll = NonNullable<Stage['poll']>;

/** The question on stage, how to answer it, and its results once they are shown to the stage. */
export function PollSlide({ poll, stage }: { poll: SlidePoll; stage: Stage }) {
  const { joinUrl, codeUrl = joinUrl, results, texts } = stage;
  const isOpen = poll.state === 'open';
  const isText = poll.questionTypes === 'comment';
  const mean = results ? meanOf(poll, results) : undefined;
  const hint = hintOf(poll, results);
  const key = JSON.stringify([poll, results !== null, mean !== undefined, hint, texts.length > 0]);
  const fitted = useFit<HTMLDivElement>(fitPoll, key);
  return (
    <SlideFrame stage={stage} band={<PollBand poll={poll} stage={stage} />}>
      <div ref={fitted} className={styles.poll}>
        <h1 className={`written ${styles.question}`}>{poll.question}</h1>
        <p className={styles.hint}>{hint}</p>
        <div className={styles.body} data-body>
          {isText ? (
            <ApprovedTexts texts={texts} instead={textNotice(isOpen, results)} />
          ) : (
            <Answers poll={poll} results={results} />
          )}
          {(isOpen || mean !== undefined) && (
            <div className={styles.side}>
              {mean !== undefined && (
                <p className={styles.mean}>
                  Mean <b>{mean.toFixed(1)}</b> of {SCALE_MAX}
                </p>
              )}
              {isOpen && <ScanPanel label="Scan to answer" url={codeUrl} />}
            </div>
          )}
        </div>
      </div>
    </SlideFrame>
  );
}

function Answers({ poll, results }: { poll: SlidePoll; results: PollResults | null }) {
  const { questionTypes: type } = poll;
  const choices = choicesOf(poll);
  if (type === 'range-face-5' || type === 'range-number-5') {
    return <ScalePoints type={type} labels={choices} results={results} />;
  }
  return <ChoiceCards choices={choices} isNumbered={type !== 'yes-no'} results={results} />;
}

interface ChoiceCardsProps {
  choices: string[];
  isNumbered: boolean;
  results: PollResults | null;
}

/** More stand in two columns. */
const ONE_COLUMN = 6;

/** A card for each choice, which fills from the left with its share. */
function ChoiceCards({ choices, isNumbered, results }: ChoiceCardsProps) {
  const most = Math.max(1, ...(results?.counts ?? []));
  return (
    <ol className={`${cards.cards} ${choices.length > ONE_COLUMN ? cards.columns : ''}`}>
      {choices.map((choice, index) => {
        const count = results?.counts[index] ?? 0;
        const isMost = count === most;
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the place of a choice is what identifies it
            key={index}
            className={`${cards.card} ${isMost ? cards.most : ''}`}
            style={{ '--place': index } as CSSProperties}
          >
            {results && <Fill count={count} of={results.n} />}
            {isNumbered && <span className={cards.number}>{index + 1}</span>}
            <span className={`written ${cards.label}`}>{choice}</span>
            {results && (
              <span className={cards.figure}>
                {shareText(count, results.n)}
                <span className="visually-hidden">, {countText(count, 'answer')}</span>
                {isMost && <span className={cards.mark}>Most chosen</span>}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

const Fill = ({ count, of }: { count: number; of: number }) => (
  <span className={cards.fill} style={{ width: `${of === 0 ? 0 : (count / of) * 100}%` }} aria-hidden="true" />
);

interface ScalePointsProps {
  type: 'range-face-5' | 'range-number-5';
  /** From the first to the last. */
  labels: string[];
  results: PollResults | null;
}

/** A scale from 1 to 5 in a row: faces with their labels, or numbers; above each its share, as a bar that grows. */
function ScalePoints({ type, labels, results }: ScalePointsProps) {
  const most = Math.max(1, ...(results?.counts ?? []));
  return (
    <ol className={`${scale.scale} ${results ? scale.counted : ''}`}>
      {labels.map((label, index) => {
        const count = results?.counts[index] ?? 0;
        const isMost = count === most;
        return (
          <li
            key={label}
            className={`${scale.point} ${isMost ? scale.most : ''}`}
            style={{ '--place': index, '--share': count / most } as CSSProperties}
          >
            {results && (
              <span className={scale.column}>
                <span className={scale.figure}>
                  {shareText(count, results.n)}
                  <span className="visually-hidden">, {countText(count, 'answer')}</span>
                </span>
                {isMost && <span className={scale.mark}>Most chosen</span>}
                <span className={scale.bar} aria-hidden="true" />
              </span>
            )}
            {type === 'range-face-5' ? (
              <span className={scale.face}>
                <Face mood={index - 2} />
              </span>
            ) : (
              <span className={scale.number}>{label}</span>
            )}
            <span className={scale.label}>{type === 'range-face-5' ? label : SCALE_ENDS[index + 1]}</span>
          </li>
        );
      })}
    </ol>
  );
}

function PollBand({
  poll: { state, closesAt },
  stage: { joinUrl, results, answered },
}: {
  poll: SlidePoll;
  stage: Stage;
}) {
  const isOpen = state === 'open';
  const count = results ?? answered;
  return (
    <>
      {isOpen ? <Address url={joinUrl} /> : <p className={styles.closed}>Closed. Thank you for your answers.</p>}
      {count && (
        <div className={styles.count}>
          <BandNumber number={count.n} label="answered" />
          <CountedNote counted={count.counted} className={styles.counted} />
        </div>
      )}
      {isOpen && closesAt !== null && <Countdown closesAt={closesAt} />}
    </>
  );
}

function hintOf({ questionTypes, state }: SlidePoll, results: PollResults | null): string {
  if (results?.n === 0 && questionTypes !== 'comment')
    return results.counted === 'confirmed' ? 'No answers of confirmed attendees yet.' : 'No answers yet.';
  if (questionTypes !== 'multiple-options') return '';
  if (results) return 'Several choices possible, so the shares can add up to more than 100%.';
  return state === 'open' ? 'Choose one or more.' : 'Several choices possible.';
}

/** What happens while no text is shown. */
function textNotice(isOpen: boolean, results: PollResults | null): string {
  if (isOpen) return results ? 'Your answers appear here as they are approved.' : 'Write your answer on your phone.';
  return results
    ? 'Your answers are being read. They appear here as they are approved.'
    : 'Your answers are with the host.';
}

/** Of their largest sizes: below it choices are hard to read from the last row, and the question gives them room. */
const READABLE = 0.55;
const SMALLEST_QUESTION = 0.42;
const SMALLEST = 0.05;

/** The question as large as its answers can be readable below it, then the answers as large as there is room. */
function fitPoll(poll: HTMLElement): void {
  const body = poll.querySelector<HTMLElement>('[data-body]');
  if (!body) return;
  const fits = (question: number, answers: number) => {
    poll.style.setProperty('--question', String(question));
    poll.style.setProperty('--answers', String(answers));
    return !isOverflowing(poll) && !isOverflowing(body);
  };
  if (!fits(SMALLEST_QUESTION, READABLE)) {
    largestFitting(SMALLEST, 1, (size) => fits(SMALLEST_QUESTION * size, READABLE * size));
    return;
  }
  const question = largestFitting(SMALLEST_QUESTION, 1, (size) => fits(size, READABLE));
  largestFitting(READABLE, 1, (size) => fits(question, size));
}
