import { SPLASH_DELAY } from '@companion/contract/constants';
import { EVENT_FILES } from '@companion/contract/event';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { eventFile, useGetEventQuery } from '../api/eventApi.ts';
import { paths } from '../paths.ts';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import styles from './SplashPage.module.css';

/** §2: shows the event for two seconds and fetches the dashboard's code. */
export function SplashPage() {
  const { data: event } = useGetEventQuery();
  const navigate = useNavigate();

  useEffect(() => {
    // If this fails, the dashboard's route retries and shows the error.
    import('./HomePage.tsx').catch(() => {});
    const timer = setTimeout(() => navigate(paths.dashboard, { replace: true }), SPLASH_DELAY);
    return () => clearTimeout(timer);
  }, [navigate]);

  return (
    <div className={styles.splash}>
      <img src={eventFile(EVENT_FILES.logo)} alt="" className={styles.logo} />
      <div className={styles.words}>
        {/* A new key creates a new heading, which does not animate from the old one's position. */}
        <h1 key={event?.name}>{event?.name || 'Welcome'}</h1>
        <p>{event?.tagline}</p>
      </div>
      <ProgressBar label="Opening the app" duration={SPLASH_DELAY} />
    </div>
  );
}
