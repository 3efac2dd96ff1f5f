import { EVENT_FILES } from '@companion/contract/event';
import { useGetEventQuery, useGetEventTextQuery } from '../api/eventApi.ts';
import { EventText } from '../page/EventText.tsx';
import { BackLink } from '../page/UpLink.tsx';
import { paths } from '../paths.ts';
import { selectIsAuthenticated } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import styles from './PrivacyPolicyPage.module.css';

/** §2: the event's policy, terms and non-disclosure clause, and the help desk. */
export function PrivacyPolicyPage() {
  const isAuthenticated = useAppSelector(selectIsAuthenticated);
  const { data: event } = useGetEventQuery();
  // The help desk below the text waits for it, so that the text does not push it down.
  const { isLoading } = useGetEventTextQuery(EVENT_FILES.privacyPolicy);
  const { email = '', phone = '' } = event?.helpDesk ?? {};
  return (
    <article className={styles.page}>
      <BackLink to={isAuthenticated ? paths.dashboard : paths.login}>{isAuthenticated ? 'Home' : 'Sign in'}</BackLink>
      <h1>Privacy Policy and Terms of Use</h1>
      <EventText path={EVENT_FILES.privacyPolicy} />
      {(email || phone) && !isLoading && (
        <section aria-labelledby="help-desk" className={styles.help}>
          <h2 id="help-desk">Help desk</h2>
          <p>
            {email && <a href={`mailto:${email}`}>{email}</a>}
            {phone && <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>}
          </p>
        </section>
      )}
    </article>
  );
}
