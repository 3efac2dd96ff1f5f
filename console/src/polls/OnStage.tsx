import type { Poll } from '@companion/contract/staff/polls';
import { Card } from '@companion/web/ui/Card.tsx';
import { useRef } from 'react';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { useKeptFocus } from '../page/useKeptFocus.ts';
import { AnswerTexts } from './AnswerTexts.tsx';
import { HallCounts } from './HallCounts.tsx';
import styles from './OnStage.module.css';
import { PollBadges } from './PollBadges.tsx';
import { ResultsTable } from './ResultsTable.tsx';
import type { Run } from './runActions.ts';
import { ShownResults } from './ShownResults.tsx';

/** The poll on stage: its question, what was answered, and what comes next. */
export function OnStage({ run: { current, next } }: { run: Run }) {
  const asked = useStaffQuery('getAudienceQuestionSessions', {}).data?.results.find(({ isOnStage }) => isOnStage);
  const heading = useRef<HTMLHeadingElement>(null);
  const keepFocus = useKeptFocus(() => heading.current);
  return (
    <section className={styles.stage} aria-labelledby="on-stage" onFocus={keepFocus}>
      <h2 ref={heading} id="on-stage" className="visually-hidden">
        On stage
      </h2>
      <Card className={styles.card}>
        {current ? (
          <>
            <PollBadges poll={current} />
            <p className={`written ${styles.question}`}>{current.question}</p>
            <Answers poll={current} />
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
      <HallCounts poll={current} />
    </section>
  );
}

const Answers = ({ poll }: { poll: Poll }) => (
  <ShownResults poll={poll}>
    {({ total, late }) => (
      <>
        <ResultsTable poll={poll} results={total} late={late} />
        {poll.questionTypes === 'comment' && (
          // The next poll begins with its own first page.
          <AnswerTexts
            key={`${poll.campaignId} ${poll.id}`}
            poll={poll}
            inAddress={`texts-${poll.campaignId}.${poll.id}.`}
            isSearched={false}
          />
        )}
      </>
    )}
  </ShownResults>
);
