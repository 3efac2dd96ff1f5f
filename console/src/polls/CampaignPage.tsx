import { SURVEY_CAMPAIGNS } from '@companion/contract/constants';
import type { Report } from '@companion/contract/staff/reports';
import { buttonClass } from '@companion/web/ui/buttonClass.ts';
import { Card } from '@companion/web/ui/Card.tsx';
import { InfoIcon } from '@companion/web/ui/icons.tsx';
import { Message } from '@companion/web/ui/Message.tsx';
import { Link, useParams } from 'react-router';
import { staffAddress } from '../api/staffRequest.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { countText } from '../page/countText.ts';
import { Loaded } from '../page/Loaded.tsx';
import { PageHead } from '../page/PageHead.tsx';
import { UpLink } from '../page/UpLink.tsx';
import { paths } from '../paths.ts';
import { AnswerTexts } from './AnswerTexts.tsx';
import styles from './CampaignPage.module.css';
import { Figures } from './Figures.tsx';
import { LeftOut } from './LeftOut.tsx';
import { PollBadges } from './PollBadges.tsx';

type Question = Report['questions'][number];

const EVERY_MS = 10_000;

/** The results of a survey, or of a set of polls, question after question. */
export function CampaignPage() {
  const { campaignId = '' } = useParams();
  const query = useStaffQuery('getReport', { campaignId }, { everyMs: EVERY_MS });
  return (
    <>
      <UpLink to={paths.polls}>Polls</UpLink>
      <Loaded query={query}>
        {({ results: { questions } }) => {
          const [first] = questions;
          if (first) return <LoadedCampaign title={first.poll.campaignTitle} questions={questions} />;
          return (
            <Message icon={<InfoIcon />}>
              <h1>There are no questions here any more.</h1>
            </Message>
          );
        }}
      </Loaded>
    </>
  );
}

function LoadedCampaign({ title, questions }: { title: string; questions: Question[] }) {
  const { campaignId = '' } = useParams();
  const kind = SURVEY_CAMPAIGNS.includes(campaignId) ? 'Survey' : 'Polls';
  return (
    <>
      <PageHead
        title={title}
        actions={
          <>
            <Link to={paths.report({ campaignId })} className={buttonClass('secondary')}>
              Print a report
            </Link>
            <a href={staffAddress('exportReport', { campaignId })} download className={buttonClass('secondary')}>
              Download as CSV
            </a>
          </>
        }
      >
        {kind}, {countText(questions.length, 'question')}
      </PageHead>
      <LeftOut polls={questions.flatMap(({ poll, figures }) => (figures ? [] : poll))} />
      <ol className={styles.list}>
        {questions.map((question) => (
          <QuestionResults key={question.poll.id} question={question} />
        ))}
      </ol>
    </>
  );
}

const QuestionResults = ({ question: { poll, figures } }: { question: Question }) => (
  <Card as="li" className={styles.question}>
    <div className={styles.head}>
      <h2>
        <Link to={paths.poll(poll.campaignId, poll.id)} className={`written ${styles.link}`}>
          {poll.question}
        </Link>
      </h2>
      <PollBadges poll={poll} />
    </div>
    <Figures poll={poll} figures={figures} />
    {figures && poll.questionTypes === 'comment' && <AnswerTexts poll={poll} inAddress={`${poll.id}.`} />}
  </Card>
);
