import type { Poll } from '@companion/contract/staff/polls';
import { HALL_COUNTS } from '@companion/contract/staff/safeguards';
import { ActingChoices } from '../page/ActingChoices.tsx';
import { useSafeguards } from '../page/useSafeguards.ts';
import styles from './HallCounts.module.css';
import { HALL_COUNTS_NAMES, hallCountsText } from './hallCountsText.ts';
import { useAnswerCount } from './useAnswerCount.ts';

const OPTIONS = HALL_COUNTS.map((value) => [value, HALL_COUNTS_NAMES[value]] as const);

/** Whose answers hall and phones are shown: the choice, what holds now, and why. @param poll on stage */
export function HallCounts({ poll }: { poll: Poll | undefined }) {
  const { safeguards, changeSafeguards } = useSafeguards();
  const count = useAnswerCount(poll);
  if (!safeguards) return null;
  return (
    <div>
      <ActingChoices
        label="Hall and phones see"
        options={OPTIONS}
        value={safeguards.hallCounts}
        onChoose={async (hallCounts) => (await changeSafeguards({ hallCounts })) !== undefined}
      />
      <p className={styles.why}>{hallCountsText(safeguards.hallCounts, count)}</p>
    </div>
  );
}
