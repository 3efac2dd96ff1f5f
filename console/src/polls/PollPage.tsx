import type { Poll } from '@companion/contract/staff/polls';
import { Card } from '@companion/web/ui/Card.tsx';
import { InfoIcon } from '@companion/web/ui/icons.tsx';
import { Message } from '@companion/web/ui/Message.tsx';
import { useRef } from 'react';
import { Link, useParams } from 'react-router';
import { staffAddress } from '../api/staffRequest.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { Loaded } from '../page/Loaded.tsx';
import { PageHead } from '../page/PageHead.tsx';
import { QUESTION_TYPE_NAMES } from '../page/questionTypeNames.ts';
import { UpLink } from '../page/UpLink.tsx';
import { useKeptFocus } from '../page/useKeptFocus.ts';
import { paths } from '../paths.ts';
import { AnswerTexts } from './AnswerTexts.tsx';
import { Figures } from './Figures.tsx';
import { PollBadges } from './PollBadges.tsx';
import styles from './PollPage.module.css';
import { PollState } from './PollState.tsx';
import { ShownResults } from './ShownResults.tsx';

/** One question: its state, who sees its results, and the results. */
export function PollPage() {
  const { campaignId = '', questionId = '' } = useParams();
  const query = useStaffQuery('getPolls', {}, { live: ['stage', 'questions'] });
  return (
    <>
      <UpLink to={paths.polls}>Polls</UpLink>
      <Loaded query={query}>
        {({ results }) => {
          const poll = results.find((one) => one.campaignId === campaignId && one.id === questionId);
          if (poll) return <LoadedPoll poll={poll} />;
          return (
            <Message icon={<InfoIcon />}>
              <h1>This question does not exist any more.</h1>
            </Message>
          );
        }}
      </Loaded>
    </>
  );
}

function LoadedPoll({ poll }: { poll: Poll }) {
  const params = { campaignId: poll.campaignId, questionId: poll.id };
  const heading = useRef<HTMLHeadingElement>(null);
  const keepFocus = useKeptFocus(() => heading.current);
  return (
    <>
      <PageHead title={poll.question}>
        <span className={styles.line}>
          <Link to={paths.campaign(poll.campaignId)} className="written">
            {poll.campaignTitle}
          </Link>
          <span>{QUESTION_TYPE_NAMES[poll.questionTypes]}</span>
          <PollBadges poll={poll} />
        </span>
      </PageHead>
      <div className={styles.columns}>
        <Card as="section" aria-labelledby="results" className={styles.results} onFocus={keepFocus}>
          <h2 ref={heading} id="results">
            Results
          </h2>
          <ShownResults poll={poll}>
            {(figures) => (
              <>
                <Figures poll={poll} figures={figures} />
                {poll.questionTypes === 'comment' && <AnswerTexts poll={poll} />}
                <p className={styles.line}>
                  <a href={staffAddress('exportPollResults', params)} download>
                    Download as CSV
                  </a>
                  <Link to={paths.report(params)}>Print a report</Link>
                </p>
              </>
            )}
          </ShownResults>
        </Card>
        <PollState poll={poll} />
      </div>
    </>
  );
}
