import { EVENT_FILES } from '@companion/contract/event';
import { SPLASH_DELAY } from '@companion/contract/limits';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { eventFile, useGetEventQuery } from '../api/eventApi.ts';
import { paths } from '../paths.ts';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import styles from './SplashPage.module.css';

/** §2: the event's face for two seconds, in which the dashboard's code is fetched. */
export function SplashPage() {
  const navigate = useNavigate();
  const { data: event } = useGetEventQuery();

  useEffect(() => {
    // If it fails, the dashboard's route tries again and tells.
    import('./HomePage.tsx').catch(() => {});
    const timer = setTimeout(() => navigate(paths.dashboard, { replace: true }), SPLASH_DELAY);
    return () => clearTimeout(timer);
  }, [navigate]);

  return (
    <div className={styles.splash}>
      <img src={eventFile(EVENT_FILES.logo)} alt="" className={styles.logo} />
      <div className={styles.words}>
        {/* Another name is another heading: it does not move from where the first one was. */}
        <h1 key={event?.name}>{event?.name || 'Welcome'}</h1>
        <p>{event?.tagline}</p>
      </div>
      <ProgressBar label="Opening the app" duration={SPLASH_DELAY} />
    </div>
  );
}
