import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { EntryForm } from './EntryForm.tsx';
import { MarkdownField } from './MarkdownField.tsx';
import { ProgrammeFrame } from './ProgrammeFrame.tsx';
import { PLACE_NAMES } from './programmeNames.ts';
import styles from './TextsPage.module.css';
import { useEntryForm } from './useEntryForm.ts';
import type { Draft } from './useProgramme.ts';

/** The event's own texts in Markdown, each beside what phones make of it. */
export const TextsPage = () => (
  <ProgrammeFrame title={PLACE_NAMES.texts} place="texts">
    {(draft) => <Texts draft={draft} />}
  </ProgrammeFrame>
);

function Texts({ draft }: { draft: Draft }) {
  const form = useEntryForm({ draft, list: 'texts', id: null, done: 'The texts are saved.' });
  return (
    <EntryForm form={form}>
      <section className={styles.text} aria-labelledby="welcome">
        <h2 id="welcome">Welcome</h2>
        <p className={styles.where}>
          The first that attendees read once they have registered, above the pre-event survey.
        </p>
        <MarkdownField field="welcome" rows={8} />
      </section>
      <section className={styles.text} aria-labelledby="thanks">
        <h2 id="thanks">Thank you</h2>
        <p className={styles.where}>After the event, above the post-event survey.</p>
        <MarkdownField field="thanks" rows={8} />
      </section>
      <section className={styles.text} aria-labelledby="about">
        <h2 id="about">About us</h2>
        <p className={styles.where}>A page of the profile, about the event and the firm that runs it.</p>
        <MarkdownField field="about" rows={14} />
      </section>
      <section className={styles.text} aria-labelledby="privacy">
        <h2 id="privacy">Privacy policy and terms</h2>
        <p className={styles.where}>
          Attendees accept it when they register; the help desk's address follows by itself. If the terms change, raise
          their version under <Link to={paths.eventSettings}>Event</Link>.
        </p>
        <MarkdownField field="privacyPolicy" rows={18} />
      </section>
    </EntryForm>
  );
}
