import { POLL_STATES } from '@companion/contract/live';
import type { Poll } from '@companion/contract/staff/polls';
import { Link } from '@companion/web/router/Link.tsx';
import { Card } from '@companion/web/ui/Card.tsx';
import { PollIcon } from '@companion/web/ui/icons.tsx';
import { Message } from '@companion/web/ui/Message.tsx';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { Choices } from '../page/Choices.tsx';
import { Filters } from '../page/Filters.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { PageHead } from '../page/PageHead.tsx';
import { SearchField } from '../page/SearchField.tsx';
import { useSearch } from '../page/useSearch.ts';
import { paths } from '../paths.ts';
import { PollBadges } from './PollBadges.tsx';
import styles from './PollsPage.module.css';
import { STATE_NAMES, TYPE_NAMES } from './pollTexts.ts';

const SEARCH = ['q', 'state'] as const;
const STATES = [['', 'All'], ...POLL_STATES.map((state) => [state, STATE_NAMES[state]] as const)] as const;

/** Every question of every campaign. */
export function PollsPage() {
  const query = useStaffQuery('getPolls', {});
  const [{ q, state }, setSearch] = useSearch(SEARCH);
  const shown = STATES.find(([value]) => value === state)?.[0] ?? '';
  return (
    <>
      <PageHead title="Polls and surveys">Every question, its state, and who sees its results.</PageHead>
      <Filters>
        <SearchField label="Search" value={q} onSearch={(text) => setSearch({ q: text })} />
        <Choices label="State" options={STATES} value={shown} onChange={(value) => setSearch({ state: value })} />
      </Filters>
      <Loaded query={query}>{({ results }) => <Campaigns polls={filterPolls(results, q, shown)} />}</Loaded>
    </>
  );
}

function Campaigns({ polls }: { polls: Poll[] }) {
  if (polls.length === 0) return <Message icon={<PollIcon />}>No question fits.</Message>;
  const campaigns = Map.groupBy(polls, ({ campaignId }) => campaignId);
  return (
    <>
      <p role="status" className="visually-hidden">
        {polls.length} questions
      </p>
      {[...campaigns].map(([id, ofCampaign]) => (
        <section key={id} className={styles.campaign} aria-labelledby={`campaign-${id}`}>
          <h2 id={`campaign-${id}`} className="written">
            {ofCampaign[0]?.campaignTitle}
          </h2>
          <Card as="ul" className={styles.list}>
            {ofCampaign.map((poll) => (
              <li key={poll.id} className={styles.row}>
                <div className={styles.question}>
                  <Link to={paths.poll(poll.campaignId, poll.id)} className={`written ${styles.link}`}>
                    {poll.question}
                  </Link>
                  <span className={styles.type}>{TYPE_NAMES[poll.questionTypes]}</span>
                </div>
                <PollBadges poll={poll} />
              </li>
            ))}
          </Card>
        </section>
      ))}
    </>
  );
}

function filterPolls(polls: Poll[], q: string, state: string): Poll[] {
  const text = q.trim().toLowerCase();
  return polls.filter(
    (poll) =>
      (state === '' || poll.state === state) && `${poll.question} ${poll.campaignTitle}`.toLowerCase().includes(text),
  );
}
