import { EVENT_FILES } from '@companion/contract/event';
import { useGetEventQuery, useGetEventTextQuery } from '../api/eventApi.ts';
import { EventText } from '../page/EventText.tsx';
import { UpLink } from '../page/UpLink.tsx';
import { paths } from '../paths.ts';
import { selectIsAuthenticated } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import styles from './PrivacyPolicyPage.module.css';

/** §2: the event's policy, terms and non-disclosure clause, and the help desk. */
export function PrivacyPolicyPage() {
  const { data: event } = useGetEventQuery();
  // The help desk below the text waits for it, so that the text does not push it down.
  const { isLoading } = useGetEventTextQuery(EVENT_FILES.privacyPolicy);
  const { email = '', phone = '' } = event?.helpDesk ?? {};
  return (
    <article className={styles.page}>
      <BackLink />
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

/** Several pages link here: goes one step back, or up if the page was opened from outside the app. */
function BackLink() {
  const isAuthenticated = useAppSelector(selectIsAuthenticated);
  const canGoBack = hasEntryBefore();
  return (
    <UpLink to={isAuthenticated ? paths.dashboard : paths.login} goesBack={canGoBack}>
      {canGoBack ? 'Back' : isAuthenticated ? 'Home' : 'Sign in'}
    </UpLink>
  );
}

// The router stores the index of the entry there, which survives a reload. The build has no history.
const hasEntryBefore = (): boolean => Object(globalThis.history?.state).idx > 0;
