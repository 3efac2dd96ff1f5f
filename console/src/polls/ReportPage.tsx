import { type Report, TEXTS_IN_REPORT } from '@companion/contract/staff/reports';
import { InfoIcon } from '@companion/web/ui/icons.tsx';
import { Message } from '@companion/web/ui/Message.tsx';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { bothCountsText, countText } from '../page/countText.ts';
import { Loaded } from '../page/Loaded.tsx';
import { PageHead } from '../page/PageHead.tsx';
import { dateTimeText } from '../page/timeText.ts';
import { Figures } from './Figures.tsx';
import { LeftOut } from './LeftOut.tsx';
import styles from './ReportPage.module.css';

/** The results of a campaign, or of one question of it, to print. */
export function ReportPage(of: { campaignId: string; questionId: string | undefined }) {
  const query = useStaffQuery('getReport', { ...of, texts: 'yes' });
  return <Loaded query={query}>{({ results }) => <LoadedReport report={results} />}</Loaded>;
}

function LoadedReport({ report: { eventName, at, dismissed = 0, questions } }: { report: Report }) {
  const shown = questions.flatMap(({ figures }) => figures ?? []);
  const answers = shown.reduce((sum, { total }) => sum + total.n, 0);
  const confirmed = shown.reduce((sum, { total }) => sum + (total.confirmed?.n ?? 0), 0);
  const [first] = questions;
  if (!first) return <Message icon={<InfoIcon />}>There is no such question any more.</Message>;
  return (
    <article className={styles.report}>
      <PageHead
        title={first.poll.campaignTitle}
        actions={<ActionButton onPress={() => window.print()}>Print</ActionButton>}
      >
        <span className="written">{eventName}</span>
        <br />
        {bothCountsText(answers, confirmed, 'answer')}, to {countText(shown.length, 'question')},{' '}
        <time dateTime={at}>{dateTimeText(at)}</time> (event time)
        {dismissed > 0 && (
          <>
            <br />
            Not counted: {countText(dismissed, 'answer')} of dismissed accounts
          </>
        )}
      </PageHead>
      <LeftOut polls={questions.flatMap(({ poll, figures }) => (figures ? [] : poll))} />
      {questions.map((question) => (
        <QuestionReport key={question.poll.id} question={question} />
      ))}
    </article>
  );
}

type Question = Report['questions'][number];

const QuestionReport = ({ question }: { question: Question }) => {
  const { poll, figures, texts } = question;
  return (
    <section className={styles.question} aria-label={poll.question}>
      <h2 className={`written ${styles.title}`}>{poll.question}</h2>
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
