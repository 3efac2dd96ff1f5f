import styles from './ApprovedTexts.module.css';
import { isOverflowing, largestFitting, useFit } from './useFit.ts';

/** No slide has room for more. */
const MOST = 24;

/**
 * What the hall says, in the order in which it was approved, so that the list fills and nothing in it moves. Once it is
 * full, the oldest make room; a text that is longer than the slide is made smaller.
 * @param texts the newest first
 * @param instead says what happens while there are none
 */
export function ApprovedTexts({ texts, instead }: { texts: string[]; instead: string }) {
  const shown = texts.slice(0, MOST).reverse();
  const fitted = useFit<HTMLUListElement>(fitTexts, JSON.stringify(shown));
  if (texts.length === 0) return <p className={styles.instead}>{instead}</p>;
  return (
    <ul ref={fitted} className={styles.texts} aria-label="What the hall says">
      {shown.map((text, index) => (
        // Counted from the oldest: what was there stays the same entry.
        // biome-ignore lint/suspicious/noArrayIndexKey: two people may give the same text
        <li key={texts.length - shown.length + index} className={`written ${styles.text}`}>
          {text}
        </li>
      ))}
    </ul>
  );
}

/** Of the largest size: a list of several texts is no smaller. */
const READABLE = 0.7;
const SMALLEST = 0.1;

function fitTexts(list: HTMLUListElement): void {
  const entries = [...list.children] as HTMLElement[];
  const fits = (size: number, from: number) => {
    list.style.setProperty('--texts', String(size));
    for (const [index, entry] of entries.entries()) entry.hidden = index < from;
    return !isOverflowing(list);
  };
  if (fits(READABLE, 0)) {
    largestFitting(READABLE, 1, (size) => fits(size, 0));
    return;
  }
  const newest = entries.length - 1;
  let from = 1;
  while (from < newest && !fits(READABLE, from)) from++;
  if (!fits(READABLE, from)) largestFitting(SMALLEST, READABLE, (size) => fits(size, newest));
}
