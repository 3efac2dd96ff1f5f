import type { Poll } from '@companion/contract/staff/polls';
import { Card } from '@companion/web/ui/Card.tsx';
import { useRef } from 'react';
import { toastProblem } from '../api/toasts.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { Choices } from '../page/Choices.tsx';
import { useKeys } from '../page/useKeys.ts';
import { useSearch } from '../page/useSearch.ts';
import { HallCounts } from './HallCounts.tsx';
import styles from './OnStage.module.css';
import { CloseTime, PollBadges } from './PollBadges.tsx';
import { ResultsTable } from './ResultsTable.tsx';
import { goNext, type RunAction, toggleOpen, toggleReveal } from './runActions.ts';
import { nextOnStage } from './runningOrder.ts';
import { ShownResults } from './ShownResults.tsx';
import { useChangePoll } from './useChangePoll.ts';

const COUNTDOWNS = [
  ['', 'None'],
  ['20', '20 s'],
  ['30', '30 s'],
  ['60', '60 s'],
] as const;

/** The poll on stage, with the three buttons that a host needs. They are keys too. */
export function OnStage({ polls }: { polls: Poll[] }) {
  const [search, setSearch] = useSearch<'countdown'>();
  const countdown = COUNTDOWNS.find(([value]) => value === search.countdown)?.[0] ?? '';
  const { changePoll, isChanging } = useChangePoll();
  const region = useRef<HTMLElement>(null);
  const current = polls.find(({ isOnStage }) => isOnStage);
  const asked = useStaffQuery('getAudienceQuestionSessions', {}).data?.results.find(({ isOnStage }) => isOnStage);
  const next = nextOnStage(polls);
  const toggle = toggleOpen(current, countdown === '' ? null : Number(countdown));
  const reveal = toggleReveal(current);
  const advance = goNext(current, next);
  const run = (poll: Poll | undefined, { change, unavailable }: RunAction) => {
    if (isChanging) return;
    if (unavailable) toastProblem(unavailable);
    else if (poll && change) void changePoll(poll, change);
  };
  useKeys({
    ' ': () => run(current, toggle),
    Enter: () => run(current, reveal),
    n: () => run(next, advance),
  });
  const button = (label: string, key: string, { unavailable }: RunAction, press: () => void) => (
    <ActionButton
      variant={label === advance.label ? 'secondary' : 'primary'}
      busy={isChanging}
      unavailable={unavailable}
      aria-keyshortcuts={key}
      onPress={() => {
        // After a press with a finger or the mouse the keys are those of the run mode again, not the button's.
        if (!document.activeElement?.matches(':focus-visible')) region.current?.focus({ preventScroll: true });
        press();
      }}
    >
      {label}
    </ActionButton>
  );
  return (
    <section ref={region} className={styles.stage} aria-labelledby="on-stage" tabIndex={-1}>
      <h2 id="on-stage" className="visually-hidden">
        On stage
      </h2>
      <Card className={styles.card}>
        {current ? (
          <>
            <PollBadges poll={current} />
            <p className={`written ${styles.question}`}>{current.question}</p>
            <CloseTime poll={current} />
            <ShownResults poll={current}>
              {({ total, late }) => <ResultsTable poll={current} results={total} late={late} />}
            </ShownResults>
          </>
        ) : (
          <p className={`written ${styles.question}`}>
            {asked ? `The questions to ${asked.title} are on stage.` : 'Nothing is on stage.'}
          </p>
        )}
        {next && (
          <p className={styles.next}>
            Next: <span className="written">{next.question}</span>
          </p>
        )}
      </Card>
      <div className={styles.buttons}>
        {button(toggle.label, 'Space', toggle, () => run(current, toggle))}
        {button(reveal.label, 'Enter', reveal, () => run(current, reveal))}
        {button(advance.label, 'N', advance, () => run(next, advance))}
      </div>
      <Choices
        label="Countdown at opening"
        options={COUNTDOWNS}
        value={countdown}
        onChange={(value) => setSearch({ countdown: value })}
      />
      <HallCounts poll={current} />
    </section>
  );
}
