import type { Overview } from '@companion/contract/staff/overview';
import type { Poll } from '@companion/contract/staff/polls';
import { Link } from '@companion/web/router/Link.tsx';
import { Card } from '@companion/web/ui/Card.tsx';
import { useLiveRefresh } from '../api/useLiveRefresh.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { Loaded } from '../page/Loaded.tsx';
import { PageHead } from '../page/PageHead.tsx';
import { timeText } from '../page/timeText.ts';
import { paths } from '../paths.ts';
import styles from './OverviewPage.module.css';

const EVERY_MS = 10_000;

/** The event at a glance: what is on, what comes in, what waits. */
export function OverviewPage() {
  const query = useStaffQuery('getOverview', {}, { everyMs: EVERY_MS });
  return (
    <>
      <PageHead title="Overview">
        <span className="written">{query.data?.results.eventName}</span>
      </PageHead>
      <Loaded query={query}>
        {({ results }) => (
          <div className={styles.parts}>
            <div className={styles.now}>
              <OnNow sessions={results.onNow} />
              <OpenPolls />
            </div>
            <Figures overview={results} />
          </div>
        )}
      </Loaded>
    </>
  );
}

const OnNow = ({ sessions }: { sessions: Overview['onNow'] }) => (
  <Card as="section" aria-labelledby="now">
    <h2 id="now" className={styles.title}>
      On now
    </h2>
    {sessions.length === 0 && <p className={styles.none}>No session is on.</p>}
    <ul className={styles.list}>
      {sessions.map(({ id, title, room, endsAt }) => (
        <li key={id}>
          <b className="written">{title}</b>
          <span className={styles.detail}>
            {room && `${room}, `}until {timeText(endsAt)}
          </span>
        </li>
      ))}
    </ul>
  </Card>
);

function OpenPolls() {
  const query = useStaffQuery('getPolls', {});
  useLiveRefresh(['stage', 'questions'], ['getPolls']);
  const polls = query.data?.results ?? [];
  const staged = polls.find(({ isOnStage }) => isOnStage);
  const open = polls.filter(({ state }) => state === 'open');
  return (
    <Card as="section" aria-labelledby="polls">
      <h2 id="polls" className={styles.title}>
        Polls
      </h2>
      <p>{staged ? <Staged poll={staged} /> : <span className={styles.none}>Nothing is on stage.</span>}</p>
      <p className={styles.detail}>
        <Link to={`${paths.polls}?state=open`}>
          {open.length} {open.length === 1 ? 'question is' : 'questions are'} open
        </Link>
        , <Link to={paths.run}>run the polls</Link>
      </p>
    </Card>
  );
}

const Staged = ({ poll }: { poll: Poll }) => (
  <>
    On stage:{' '}
    <Link to={paths.poll(poll.campaignId, poll.id)} className="written">
      {poll.question}
    </Link>
  </>
);

const Figures = ({ overview }: { overview: Overview }) => (
  <div className={styles.groups}>
    <Group
      title="People"
      figures={[
        ['Registered', overview.registered],
        ['Not activated yet', overview.prepared],
        ['Signed in today', overview.signedInToday],
      ]}
    />
    <Group
      title="In the last hour"
      figures={[
        ['Answers to shown polls', overview.answers],
        ['Votes', overview.votes],
        ['Comments', overview.comments],
      ]}
    />
    <Group
      title="Messages"
      figures={[
        ['Waiting', overview.messagesWaiting],
        ['Failed in the last day', overview.messagesFailed],
      ]}
    />
  </div>
);

function Group({ title, figures }: { title: string; figures: [label: string, value: number][] }) {
  return (
    <Card as="section" aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <dl className={styles.figures}>
        {figures.map(([label, value]) => (
          <div key={label} className={styles.figure}>
            <dt className={styles.detail}>{label}</dt>
            <dd className={styles.value}>{value.toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
