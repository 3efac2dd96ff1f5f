import type { EventReport } from '@companion/contract/staff/eventReport';
import styles from './ClosedPolls.module.css';
import { ResultsTable } from './ResultsTable.tsx';

/** The results of polls that take no answers any more, set after set. */
export const ClosedPolls = ({ polls }: Pick<EventReport, 'polls'>) =>
  [...Map.groupBy(polls, ({ poll }) => poll.campaignId)].map(([id, ofCampaign]) => (
    <section key={id} aria-labelledby={`campaign-${id}`}>
      <h3 id={`campaign-${id}`} className={`written ${styles.campaign}`}>
        {ofCampaign[0]?.poll.campaignTitle}
      </h3>
      {ofCampaign.map(({ poll, total, late }) => (
        <section key={poll.id} className={styles.poll} aria-label={poll.question}>
          <h4 className={`written ${styles.question}`}>{poll.question}</h4>
          <ResultsTable poll={poll} results={total} late={late} />
        </section>
      ))}
    </section>
  ));
