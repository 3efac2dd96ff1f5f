import type { Poll } from '@companion/contract/staff/polls';
import type { StaffLiveFrame } from '@companion/contract/staff/staffLive';
import { type ReactNode, type SyntheticEvent, useRef } from 'react';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { Choices } from '../page/Choices.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { PageHead } from '../page/PageHead.tsx';
import { SafeguardsInForce } from '../page/SafeguardsInForce.tsx';
import { useSearch } from '../page/useSearch.ts';
import { OnStage } from './OnStage.tsx';
import { RunBar } from './RunBar.tsx';
import { RunningOrder } from './RunningOrder.tsx';
import styles from './RunPage.module.css';
import { StagePreview } from './StagePreview.tsx';
import { useRun } from './useRun.ts';

const LIVE: StaffLiveFrame[] = ['stage', 'questions', 'screen'];

const COUNTDOWNS = [
  ['', 'None'],
  ['20', '20 s'],
  ['30', '30 s'],
  ['60', '60 s'],
] as const;

/**
 * What a host uses during a session: what the hall sees, the poll on stage, the running order, the questions from the
 * hall, and three buttons, which are keys too.
 * @param audienceQuestions the questions from the hall, beside the polls
 */
export function RunPage({ audienceQuestions }: { audienceQuestions: ReactNode }) {
  const query = useStaffQuery('getPolls', {}, { live: LIVE });
  const page = useRef<HTMLDivElement>(null);
  // After a press with a finger or the mouse the keys are those of the run mode again, not the control's.
  const returnKeys = ({ type, target }: SyntheticEvent) => {
    // The list of a select opens with a click.
    if (type === 'click' && target instanceof HTMLSelectElement) return;
    if (!document.activeElement?.matches(':focus-visible')) page.current?.focus({ preventScroll: true });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the controls in it take the keys themselves
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div ref={page} className={styles.run} tabIndex={-1} onClick={returnKeys} onChange={returnKeys}>
      <PageHead title="Run the polls" />
      <SafeguardsInForce />
      <Loaded query={query}>
        {({ results }) => <Cockpit polls={results} audienceQuestions={audienceQuestions} />}
      </Loaded>
    </div>
  );
}

function Cockpit({ polls, audienceQuestions }: { polls: Poll[]; audienceQuestions: ReactNode }) {
  const [search, setSearch] = useSearch<'countdown'>();
  const countdown = COUNTDOWNS.find(([value]) => value === search.countdown)?.[0] ?? '';
  const run = useRun(polls, countdown === '' ? null : Number(countdown));
  return (
    <>
      <div className={styles.columns}>
        <div className={styles.column}>
          <StagePreview current={run.current} />
          <Choices
            label="Countdown at opening"
            options={COUNTDOWNS}
            value={countdown}
            onChange={(value) => setSearch({ countdown: value })}
          />
          <OnStage run={run} />
        </div>
        <div className={styles.column}>
          <RunningOrder polls={polls} />
          {audienceQuestions}
        </div>
      </div>
      <RunBar run={run} />
    </>
  );
}
