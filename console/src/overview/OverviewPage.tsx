import type { AgendaSession, Overview } from '@companion/contract/staff/overview';
import type { Flood } from '@companion/contract/staff/safeguards';
import { Card } from '@companion/web/ui/Card.tsx';
import { useState } from 'react';
import { Link } from 'react-router';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { numberText } from '../page/countText.ts';
import { Loaded } from '../page/Loaded.tsx';
import { PageHead } from '../page/PageHead.tsx';
import { SafeguardsInForce } from '../page/SafeguardsInForce.tsx';
import { startText, timeText } from '../page/timeText.ts';
import { useFloods } from '../page/useFloods.ts';
import { paths } from '../paths.ts';
import { Activity } from './Activity.tsx';
import { Dismissals } from './Dismissals.tsx';
import { DismissFlood } from './DismissFlood.tsx';
import { FloodWarning } from './FloodWarning.tsx';
import { Needs } from './Needs.tsx';
import styles from './OverviewPage.module.css';

/** As often as a node counts. */
const EVERY_MS = 2000;

/** What needs someone, and the event at a glance: what is on, what comes in. */
export function OverviewPage() {
  const query = useStaffQuery('getOverview', {}, { everyMs: EVERY_MS });
  const { floods, dismissals } = useFloods();
  // As it was when the member began to decide on it: a flood that grows is another one in the list.
  const [dismissed, setDismissed] = useState<Flood>();
  return (
    <>
      <PageHead title="Overview" />
      {floods.map((flood) => (
        <FloodWarning key={`${flood.network} ${flood.since}`} flood={flood} onDismiss={() => setDismissed(flood)} />
      ))}
      {dismissed && <DismissFlood flood={dismissed} onClose={() => setDismissed(undefined)} />}
      <SafeguardsInForce />
      <Loaded query={query}>
        {({ results }) => (
          <div className={styles.parts}>
            <Needs overview={results} />
            <div className={styles.now}>
              <Sessions overview={results} />
              <OpenPolls />
            </div>
            <Activity />
            <Figures overview={results} />
            {dismissals.length > 0 && <Dismissals dismissals={dismissals} />}
          </div>
        )}
      </Loaded>
    </>
  );
}

const Sessions = ({ overview: { onNow, next } }: { overview: Overview }) => (
  <Card as="section" aria-labelledby="now">
    <h2 id="now" className={styles.title}>
      On now
    </h2>
    {onNow.length === 0 && <p className={styles.none}>No session is on.</p>}
    <SessionList sessions={onNow} timeOf={({ endsAt }) => `until ${timeText(endsAt)}`} />
    {next.length > 0 && (
      <>
        <h3 className={styles.next}>Next</h3>
        <SessionList sessions={next} timeOf={({ startsAt }) => startText(startsAt)} />
      </>
    )}
  </Card>
);

const SessionList = ({ sessions, timeOf }: { sessions: AgendaSession[]; timeOf(session: AgendaSession): string }) => (
  <ul className={styles.list}>
    {sessions.map((session) => (
      <li key={session.id}>
        <b className="written">{session.title}</b>
        <span className={styles.detail}>
          {session.room && `${session.room}, `}
          {timeOf(session)}
        </span>
      </li>
    ))}
  </ul>
);

function OpenPolls() {
  const query = useStaffQuery('getPolls', {}, { live: ['stage', 'questions'] });
  const polls = query.data?.results ?? [];
  const staged = polls.find(({ isOnStage }) => isOnStage);
  const open = polls.filter(({ state }) => state === 'open');
  return (
    <Card as="section" aria-labelledby="polls">
      <h2 id="polls" className={styles.title}>
        Polls
      </h2>
      {staged ? (
        <p>
          On stage:{' '}
          <Link to={paths.poll(staged.campaignId, staged.id)} className="written">
            {staged.question}
          </Link>
        </p>
      ) : (
        <p className={styles.none}>Nothing is on stage.</p>
      )}
      <p className={styles.detail}>
        <Link to={`${paths.polls}?state=open`}>
          {open.length} {open.length === 1 ? 'question is' : 'questions are'} open
        </Link>
        , <Link to={paths.run}>run the polls</Link>
      </p>
    </Card>
  );
}

const Figures = ({ overview }: { overview: Overview }) => (
  <div className={styles.groups}>
    <Group
      title="People"
      figures={[
        ['Registered', overview.registered],
        ['Activated', overview.activated],
        ['Not activated yet', overview.prepared],
        ['Signed in today', overview.signedInToday],
      ]}
    />
    <Incoming overview={overview} />
    <Group
      title="Messages"
      figures={[
        ['Waiting', overview.messagesWaiting],
        ['Failed in the last day', overview.messagesFailed],
      ]}
    />
    <Group
      title="Watching live"
      figures={[
        ['Phones', overview.streams.everyone],
        ['Stage screens', overview.streams.stage],
        ['Consoles', overview.streams.staff],
      ]}
    />
  </div>
);

const Incoming = ({ overview: { answers, votes, comments } }: { overview: Overview }) => (
  <Card as="section" aria-labelledby="incoming">
    <h2 id="incoming" className={styles.title}>
      Coming in
    </h2>
    <table className={styles.incoming}>
      <thead>
        <tr>
          <td />
          <th scope="col">Last minute</th>
          <th scope="col">Last hour</th>
        </tr>
      </thead>
      <tbody>
        {[['Answers', answers] as const, ['Votes', votes] as const, ['Comments', comments] as const].map(
          ([label, { lastMinute, lastHour }]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{numberText(lastMinute)}</td>
              <td>{numberText(lastHour)}</td>
            </tr>
          ),
        )}
      </tbody>
    </table>
    <p className={styles.note}>Answers are counted where the staff may see the results.</p>
  </Card>
);

function Group({ title, figures }: { title: string; figures: [label: string, value: number][] }) {
  return (
    <Card as="section" aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <dl className={styles.figures}>
        {figures.map(([label, value]) => (
          <div key={label} className={styles.figure}>
            <dt className={styles.detail}>{label}</dt>
            <dd className={styles.value}>{numberText(value)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
