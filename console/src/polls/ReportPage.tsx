import { type Report, TEXTS_IN_REPORT } from '@companion/contract/staff/reports';
import { InfoIcon } from '@companion/web/ui/icons.tsx';
import { Message } from '@companion/web/ui/Message.tsx';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { bothCountsText, countText } from '../page/countText.ts';
import { Loaded } from '../page/Loaded.tsx';
import { PageHead } from '../page/PageHead.tsx';
import { dateTimeText } from '../page/timeText.ts';
import { useSearch } from '../page/useSearch.ts';
import { Figures } from './Figures.tsx';
import { LeftOut } from './LeftOut.tsx';
import styles from './ReportPage.module.css';

/** The results of one question, of a campaign or of all, to print. */
export function ReportPage() {
  const [{ campaignId, questionId }] = useSearch<'campaignId' | 'questionId'>();
  const query = useStaffQuery('getReport', { campaignId, questionId, texts: 'yes' });
  return <Loaded query={query}>{({ results }) => <LoadedReport report={results} isAll={!campaignId} />}</Loaded>;
}

function LoadedReport({ report: { eventName, at, questions }, isAll }: { report: Report; isAll: boolean }) {
  const shown = questions.flatMap(({ figures }) => figures ?? []);
  const answers = shown.reduce((sum, { total }) => sum + total.n, 0);
  const confirmed = shown.reduce((sum, { total }) => sum + (total.confirmed?.n ?? 0), 0);
  const [first] = questions;
  if (!first) return <Message icon={<InfoIcon />}>There is no such question any more.</Message>;
  const campaigns = Map.groupBy(questions, ({ poll }) => poll.campaignId);
  return (
    <article className={styles.report}>
      <PageHead
        title={isAll ? 'Polls and surveys' : first.poll.campaignTitle}
        actions={<ActionButton onPress={() => window.print()}>Print</ActionButton>}
      >
        <span className="written">{eventName}</span>
        <br />
        {bothCountsText(answers, confirmed, 'answer')}, to {countText(shown.length, 'question')},{' '}
        <time dateTime={at}>{dateTimeText(at)}</time> (event time)
      </PageHead>
      <LeftOut polls={questions.flatMap(({ poll, figures }) => (figures ? [] : poll))} />
      {[...campaigns].map(([id, ofCampaign]) => (
        <section key={id} aria-labelledby={isAll ? `campaign-${id}` : undefined}>
          {isAll && (
            <h2 id={`campaign-${id}`} className={`written ${styles.campaign}`}>
              {ofCampaign[0]?.poll.campaignTitle}
            </h2>
          )}
          {ofCampaign.map((question) => (
            <QuestionReport key={question.poll.id} question={question} heading={isAll ? 'h3' : 'h2'} />
          ))}
        </section>
      ))}
    </article>
  );
}

type Question = Report['questions'][number];

const QuestionReport = ({ question, heading: Heading }: { question: Question; heading: 'h2' | 'h3' }) => {
  const { poll, figures, texts } = question;
  return (
    <section className={styles.question} aria-label={poll.question}>
      <Heading className={`written ${styles.title}`}>{poll.question}</Heading>
      <Figures poll={poll} figures={figures} />
      {figures && texts.length > 0 && (
        <>
          <h3 className={styles.textsTitle}>
            {figures.total.n > texts.length ? `The newest ${TEXTS_IN_REPORT} texts` : 'Texts'}
          </h3>
          <ul className={styles.texts}>
            {texts.map((text, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two people may have written the same
              <li key={index} className="written">
                {text}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
};
