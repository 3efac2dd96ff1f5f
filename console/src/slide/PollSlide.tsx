import { choicesOf } from '@companion/contract/pollFigures';
import type { Stage } from '@companion/contract/staff/stage';
import type { CSSProperties } from 'react';
import { CountedNote } from '../page/CountedNote.tsx';
import { QrCode } from '../page/QrCode.tsx';
import { ShareBar, shareText } from '../page/ShareBar.tsx';
import { useSecondsLeft } from '../page/useSecondsLeft.ts';
import styles from './PollSlide.module.css';
import { shortAddress, textSize } from './slideTexts.ts';

const QUESTION = { largest: 6.5, smallest: 3.2, room: 62 };
const CHOICE = { largest: 5, smallest: 3.2, room: 62 };

/** The question on stage, with its choices; bars and counts once they are shown to the stage. */
export function PollSlide({
  poll,
  stage: { joinUrl, results, texts },
}: {
  poll: NonNullable<Stage['poll']>;
  stage: Stage;
}) {
  const choices = choicesOf(poll);
  const most = Math.max(1, ...(results?.counts ?? []));
  const longest = choices.toSorted((one, other) => other.length - one.length)[0] ?? '';
  // The more and the longer the choices, the smaller their text.
  const sizes = { '--rows': Math.max(choices.length, 3), '--longest': textSize(longest, CHOICE) } as CSSProperties;
  return (
    <div className={styles.poll}>
      <div className={styles.text}>
        <h1 className={`written ${styles.question}`} style={{ fontSize: textSize(poll.question, QUESTION) }}>
          {poll.question}
        </h1>
        <ol className={choices.length > 0 ? styles.choices : styles.none} style={sizes}>
          {choices.map((choice, index) => {
            const count = results?.counts[index] ?? 0;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the place of a choice is what identifies it
              <li key={index} className={styles.choice}>
                <span className={`written ${styles.label}`}>{choice}</span>
                {results && (
                  <>
                    <span className={styles.number}>
                      {shareText(count, results.n)}
                      <span className="visually-hidden">, {count} answers</span>
                    </span>
                    <ShareBar
                      count={count}
                      of={results.n}
                      className={`${styles.bar} ${count === most ? styles.most : ''}`}
                    />
                  </>
                )}
              </li>
            );
          })}
        </ol>
        {texts.length > 0 && (
          <ul className={styles.texts} aria-label="What the hall says">
            {texts.map((text, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two people may give the same text
              <li key={index} className={`written ${styles.said}`}>
                {text}
              </li>
            ))}
          </ul>
        )}
      </div>
      <aside className={styles.side} aria-label="How to answer">
        {poll.state === 'open' ? (
          <>
            <QrCode text={joinUrl} label="QR code of the app's address" />
            <p className={styles.join}>{shortAddress(joinUrl)}</p>
          </>
        ) : (
          <p className={styles.closed}>Closed</p>
        )}
        {poll.state === 'open' && poll.closesAt !== null && <Countdown closesAt={poll.closesAt} />}
        {results && (
          <p className={styles.count}>
            <b>{results.n}</b>
            {results.n === 1 ? 'answer' : 'answers'}
          </p>
        )}
        {results && <CountedNote counted={results.counted} className={styles.counted} />}
      </aside>
    </div>
  );
}

function Countdown({ closesAt }: { closesAt: string }) {
  const left = useSecondsLeft(closesAt);
  return (
    <p className={styles.count} role="timer">
      <b>{left}</b>
      seconds left
    </p>
  );
}
