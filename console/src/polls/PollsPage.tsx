import { SURVEY_CAMPAIGNS } from '@companion/contract/constants';
import { POLL_STATES } from '@companion/contract/live';
import type { Poll } from '@companion/contract/staff/polls';
import { buttonClass } from '@companion/web/ui/buttonClass.ts';
import { Card } from '@companion/web/ui/Card.tsx';
import { PollIcon } from '@companion/web/ui/icons.tsx';
import { Message } from '@companion/web/ui/Message.tsx';
import { useState } from 'react';
import { Link } from 'react-router';
import { staffAddress } from '../api/staffRequest.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { RowButton } from '../page/ActionButton.tsx';
import { Choices } from '../page/Choices.tsx';
import { Filters } from '../page/Filters.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { PageHead } from '../page/PageHead.tsx';
import { QUESTION_TYPE_NAMES } from '../page/questionTypeNames.ts';
import { SearchField } from '../page/SearchField.tsx';
import { useSearch } from '../page/useSearch.ts';
import { paths } from '../paths.ts';
import { leftOutText } from './leftOutText.ts';
import { PollBadges } from './PollBadges.tsx';
import styles from './PollsPage.module.css';
import { STATE_NAMES } from './pollTexts.ts';
import { SelectedPolls } from './SelectedPolls.tsx';

const STATES = [['', 'All'], ...POLL_STATES.map((state) => [state, STATE_NAMES[state]] as const)] as const;

/** Every question of every campaign. */
export function PollsPage() {
  const query = useStaffQuery('getPolls', {}, { live: ['stage', 'questions'] });
  const [{ q = '', state }, setSearch] = useSearch<'q' | 'state'>();
  const shown = STATES.find(([value]) => value === state)?.[0] ?? '';
  const leftOut = query.data?.results.filter(({ shownTo }) => shownTo === 'none').length ?? 0;
  return (
    <>
      <PageHead
        title="Polls"
        actions={
          <>
            <Link to={paths.report()} className={buttonClass('secondary')}>
              Report of the event
            </Link>
            <a href={staffAddress('exportReport', {})} download className={buttonClass('secondary')}>
              All as CSV
            </a>
          </>
        }
      >
        Every question, its state, and who sees its results.
        {leftOut > 0 && (
          <>
            {' '}
            CSV and reports: <Link to={paths.report()}>{leftOutText(leftOut)}</Link>
          </>
        )}
      </PageHead>
      <Filters>
        <SearchField label="Search" value={q} onSearch={(text) => setSearch({ q: text })} />
        <Choices label="State" options={STATES} value={shown} onChange={(value) => setSearch({ state: value })} />
      </Filters>
      <Loaded query={query}>{({ results }) => <Campaigns polls={filterPolls(results, q, shown)} />}</Loaded>
    </>
  );
}

function Campaigns({ polls }: { polls: Poll[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  if (polls.length === 0) return <Message icon={<PollIcon />}>No questions match.</Message>;
  const campaigns = Map.groupBy(polls, ({ campaignId }) => campaignId);
  // What the filter hides is not changed.
  const selected = polls.filter(({ id }) => chosen.has(id));
  const choose = (some: Poll[], isChosen: boolean) => {
    const ids = some.map(({ id }) => id);
    setChosen(isChosen ? new Set([...chosen, ...ids]) : new Set([...chosen].filter((id) => !ids.includes(id))));
  };
  const forStage = polls.filter(({ campaignId }) => !SURVEY_CAMPAIGNS.includes(campaignId));
  return (
    <>
      <p role="status" className="visually-hidden">
        {polls.length} questions
      </p>
      {forStage.length > 0 && (
        <p className={styles.select}>
          <RowButton onPress={() => choose(forStage, true)}>Select all polls</RowButton>
        </p>
      )}
      {[...campaigns].map(([id, ofCampaign]) => (
        <section key={id} className={styles.campaign} aria-labelledby={`campaign-${id}`}>
          <div className={styles.head}>
            <Pick
              label={`Select: ${ofCampaign[0]?.campaignTitle}`}
              isChosen={ofCampaign.every((poll) => chosen.has(poll.id))}
              onChoose={(isChosen) => choose(ofCampaign, isChosen)}
            />
            <h2 id={`campaign-${id}`} className="written">
              {ofCampaign[0]?.campaignTitle}
            </h2>
            <Link to={paths.campaign(id)} className={styles.results}>
              Results<span className="visually-hidden"> of {ofCampaign[0]?.campaignTitle}</span>
            </Link>
          </div>
          <Card as="ul" className={styles.list}>
            {ofCampaign.map((poll) => (
              <li key={poll.id} className={styles.row}>
                <Pick
                  label={`Select: ${poll.question}`}
                  isChosen={chosen.has(poll.id)}
                  onChoose={(isChosen) => choose([poll], isChosen)}
                />
                <div className={styles.question}>
                  <Link to={paths.poll(poll.campaignId, poll.id)} className={`written ${styles.link}`}>
                    {poll.question}
                  </Link>
                  <span className={styles.type}>{QUESTION_TYPE_NAMES[poll.questionTypes]}</span>
                </div>
                <PollBadges poll={poll} />
              </li>
            ))}
          </Card>
        </section>
      ))}
      {selected.length > 0 && <SelectedPolls polls={selected} onClear={() => setChosen(new Set())} />}
    </>
  );
}

interface PickProps {
  label: string;
  isChosen: boolean;
  onChoose(isChosen: boolean): void;
}

/** A checkbox with the size of a finger. */
const Pick = ({ label, isChosen, onChoose }: PickProps) => (
  <label className={styles.pick}>
    <input
      type="checkbox"
      aria-label={label}
      checked={isChosen}
      onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
    />
  </label>
);

function filterPolls(polls: Poll[], q: string, state: string): Poll[] {
  const text = q.trim().toLowerCase();
  return polls.filter(
    (poll) =>
      (state === '' || poll.state === state) && `${poll.question} ${poll.campaignTitle}`.toLowerCase().includes(text),
  );
}
