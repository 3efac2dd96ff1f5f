import { useId } from 'react';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { isStaged, selectStage } from '../session/liveSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { buttonClass } from '../ui/buttonClass.ts';
import { LivePollCard } from './LivePollCard.tsx';
import { LoadedQuestions } from './LoadedQuestions.tsx';
import { AllAnswered, QuestionList } from './QuestionList.tsx';
import styles from './SurveyPage.module.css';
import { groupByCampaign, openPolls, type QuestionGroup } from './surveys.ts';

/** The open questions of all campaigns except the pre-event survey (§2); the poll on stage comes first (decision 060). */
export function PollsPage() {
  const stage = useAppSelector(selectStage);
  return (
    <div className={styles.page}>
      <h1>Let us hear your opinion</h1>
      <LoadedQuestions>
        {(questions) => {
          const open = openPolls(questions);
          const live = open.find((question) => isStaged(stage, question));
          if (open.length > 0) {
            return (
              <>
                {live && <LivePollCard question={live} />}
                {groupByCampaign(open.filter((question) => question !== live)).map((group) => (
                  <CampaignQuestions key={group.campaignId} group={group} />
                ))}
              </>
            );
          }
          return (
            <AllAnswered
              action={
                <Link to={paths.dashboard} className={buttonClass()}>
                  Return to Dashboard
                </Link>
              }
            />
          );
        }}
      </LoadedQuestions>
    </div>
  );
}

/** The open questions of one campaign, under its title. */
function CampaignQuestions({ group: { title, questions } }: { group: QuestionGroup }) {
  const heading = useId();
  if (!title) return <QuestionList questions={questions} />;
  return (
    <section className={styles.campaign}>
      <h2 id={heading}>{title}</h2>
      <QuestionList questions={questions} labelledBy={heading} />
    </section>
  );
}
