import type { Draft } from './announcementDraft.ts';
import styles from './PhonePreview.module.css';

/** The notice as a phone shows it, above its menu. */
export const PhonePreview = ({ draft: { title, text, contentId } }: { draft: Draft }) => (
  <figure className={styles.figure}>
    <figcaption>On the phone</figcaption>
    <div className={styles.phone}>
      <div className={styles.notice}>
        {title && (
          <b dir="auto" className="written">
            {title}
          </b>
        )}
        <p dir="auto" className={text ? styles.text : styles.none}>
          {text || 'Your text'}
        </p>
        {contentId && <span className={styles.link}>See the session</span>}
      </div>
      <div className={styles.menu} aria-hidden="true">
        {['Home', 'Agenda', 'Sponsors', 'Profile'].map((label) => (
          <span key={label}>{label}</span>
        ))}
      </div>
    </div>
  </figure>
);
