import type { EventReport } from '@companion/contract/staff/eventReport';
import type { ReactNode } from 'react';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { RankedSessions } from '../itemFeedback/RankedSessions.tsx';
import { EventActivity } from '../overview/EventActivity.tsx';
import { ActionButton } from '../page/ActionButton.tsx';
import { countText, numberText } from '../page/countText.ts';
import { EventLogo } from '../page/EventLogo.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { useTitle } from '../page/PageHead.tsx';
import { shareText } from '../page/ShareBar.tsx';
import { dateTimeText, daysText } from '../page/timeText.ts';
import { FunnelChart } from '../people/FunnelChart.tsx';
import { ClosedPolls } from '../polls/ClosedPolls.tsx';
import { LeftOut } from '../polls/LeftOut.tsx';
import styles from './EventReportPage.module.css';

/** The event in pictures: what a firm prints for its client. */
export function EventReportPage() {
  const query = useStaffQuery('getEventReport', {});
  return <Loaded query={query}>{({ results }) => <LoadedReport report={results} />}</Loaded>;
}

function LoadedReport({ report }: { report: EventReport }) {
  const { funnel, sessions, polls, questions } = report;
  useTitle(`Report: ${report.event.name}`);
  return (
    <article className={styles.report}>
      <Cover report={report} />
      <Chapter title="At a glance">
        <KeyFigures report={report} />
      </Chapter>
      {funnel && funnel.imported > 0 && (
        <Chapter title="From ticket to app">
          <FunnelChart funnel={funnel} />
        </Chapter>
      )}
      <Chapter title="Over the days">
        <EventActivity activity={report.activity} />
      </Chapter>
      <Chapter title="Sessions with the most votes">
        {sessions.mostVotes.length === 0 ? (
          <p>No session has votes yet.</p>
        ) : (
          <RankedSessions caption="Sessions with the most votes" sessions={sessions.mostVotes} by="votes" />
        )}
        <p className={styles.note}>{averageText(sessions.up + sessions.down, sessions.total, 'vote')}</p>
      </Chapter>
      <Chapter title="Sessions with the most comments">
        {sessions.mostComments.length === 0 ? (
          <p>No session has comments yet.</p>
        ) : (
          <RankedSessions caption="Sessions with the most comments" sessions={sessions.mostComments} by="comments" />
        )}
        <p className={styles.note}>{averageText(sessions.comments, sessions.total, 'comment')}</p>
      </Chapter>
      <Chapter title="Questions from the hall">
        <Figures
          figures={[
            ['Asked', questions.asked],
            ['Answered on stage', questions.answered],
            ['Upvotes', questions.upvotes],
          ]}
        />
      </Chapter>
      <Chapter title="Polls and surveys">
        {polls.length === 0 ? <p>No poll is closed yet.</p> : <ClosedPolls polls={polls} />}
      </Chapter>
      <LeftOut polls={report.hiddenPolls} openPolls={report.openPolls} />
      {report.dismissedAccounts > 0 && (
        <p className={styles.note}>
          Not counted: {countText(report.dismissedAccounts, 'dismissed account')},{' '}
          {countText(report.dismissedAnswers, 'answer')} to these questions.
        </p>
      )}
    </article>
  );
}

const Cover = ({ report: { event, at } }: { report: EventReport }) => (
  <header className={styles.cover}>
    <EventLogo className={styles.logo} />
    <div className={styles.head}>
      <h1 className="written">{event.name}</h1>
      <p>{daysText(event.startDate, event.endDate)}</p>
      <p className={`written ${styles.muted}`}>{[event.host, event.tagline].filter(Boolean).join(' · ')}</p>
      <p className={styles.muted}>
        Report of <time dateTime={at}>{dateTimeText(at)}</time> (event time)
      </p>
    </div>
    <ActionButton onPress={() => window.print()}>Print</ActionButton>
  </header>
);

const Chapter = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.chapter} aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);

function KeyFigures({ report: { registered, activated, sessions, polls, feedbackMessages, activity } }: ReportProps) {
  const votes = sessions.up + sessions.down;
  const answers = [activity.before, ...activity.hours, activity.after].reduce((sum, part) => sum + part.answers, 0);
  return (
    <Figures
      figures={[
        ['People with an account', registered + activated],
        ['Sessions', sessions.total],
        ['Votes on sessions', votes, votes > 0 ? `${shareText(sessions.up, votes)} up` : undefined],
        ['Comments on sessions', sessions.comments],
        ['Answers to polls and surveys', answers, `${countText(polls.length, 'question')} closed`],
        ['Messages of the feedback form', feedbackMessages],
      ]}
    />
  );
}

interface ReportProps {
  report: EventReport;
}

const Figures = ({ figures }: { figures: [label: string, value: number, detail?: string | undefined][] }) => (
  <dl className={styles.figures}>
    {figures.map(([label, value, detail]) => (
      <div key={label} className={styles.figure}>
        <dt className={styles.muted}>{label}</dt>
        <dd>
          <span className={styles.value}>{numberText(value)}</span> {detail}
        </dd>
      </div>
    ))}
  </dl>
);

/** How many each of the sessions has, on average: "On average 12.5 votes a session." */
const averageText = (count: number, sessions: number, noun: string): string =>
  sessions === 0 ? '' : `On average ${(count / sessions).toFixed(1)} ${noun}s a session, of ${sessions}.`;
