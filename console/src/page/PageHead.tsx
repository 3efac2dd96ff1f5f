import { type ReactNode, useEffect } from 'react';
import { eventInfo } from '../api/eventInfo.ts';
import styles from './PageHead.module.css';

interface PageHeadProps {
  title: string;
  /** One line below the title. */
  children?: ReactNode;
  /** The buttons of the screen. */
  actions?: ReactNode;
}

/** The heading of a screen, which is the document's title too. */
export function PageHead({ title, children, actions }: PageHeadProps) {
  useTitle(title);
  return (
    <header className={styles.head}>
      <div className={styles.text}>
        <h1 className="written">{title}</h1>
        {children && <div className={styles.line}>{children}</div>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

/** Sets the document's title. @param site by default the console of the event */
export function useTitle(title: string, site?: string): void {
  const event = eventInfo.use()?.name;
  const shown = [title, site ?? (event ? `${event} console` : 'Console')].filter(Boolean).join(' · ');
  useEffect(() => {
    document.title = shown;
  }, [shown]);
}
