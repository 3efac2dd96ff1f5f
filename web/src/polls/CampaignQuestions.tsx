import { useId } from 'react';
import { QuestionList } from './QuestionList.tsx';
import styles from './SurveyPage.module.css';
import type { QuestionGroup } from './surveys.ts';

/** The open questions of one campaign, under its title. */
export function CampaignQuestions({ group: { title, questions } }: { group: QuestionGroup }) {
  const heading = useId();
  if (!title) return <QuestionList questions={questions} />;
  return (
    <section className={styles.campaign}>
      <h2 id={heading}>{title}</h2>
      <QuestionList questions={questions} labelledBy={heading} />
    </section>
  );
}
