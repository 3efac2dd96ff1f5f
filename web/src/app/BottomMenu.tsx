import type { ComponentType } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '../paths.ts';
import { selectCollapseNavigation, setCollapseNavigation } from '../session/preferencesSlice.ts';
import { useAppDispatch, useAppSelector } from '../session/storeHooks.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { AgendaIcon, ChevronRightIcon, HomeIcon, type MenuIconProps, ProfileIcon, SponsorsIcon } from '../ui/icons.tsx';
import styles from './BottomMenu.module.css';

/** §2: Home, Agenda, Sponsors, Profile. An entry is current for every address below its own. */
export const MENU_ENTRIES: { label: string; to: string; icon: ComponentType<MenuIconProps> }[] = [
  { label: 'Home', to: paths.dashboard, icon: HomeIcon },
  { label: 'Agenda', to: paths.agenda, icon: AgendaIcon },
  { label: 'Sponsors', to: paths.sponsors, icon: SponsorsIcon },
  { label: 'Profile', to: paths.profile, icon: ProfileIcon },
];

/** The bottom menu (§2). On wide screens a side rail that collapses to its icons (decision 035). */
export function BottomMenu() {
  const dispatch = useAppDispatch();
  const isCollapsed = useAppSelector(selectCollapseNavigation);
  const path = useLocation().pathname.toLowerCase();
  return (
    <nav aria-label="Main" className={styles.menu} data-collapsed={isCollapsed}>
      <ul className={styles.entries}>
        {MENU_ENTRIES.map(({ label, to, icon: Icon }) => {
          const isCurrent = path === to || path.startsWith(`${to}/`);
          return (
            <li key={to} className={styles.entry}>
              <Link
                to={to}
                className={styles.link}
                title={isCollapsed ? label : undefined}
                aria-current={isCurrent ? 'page' : undefined}
              >
                <Icon filled={isCurrent} />
                <span className={styles.label}>{label}</span>
              </Link>
            </li>
          );
        })}
      </ul>
      <div className={styles.collapse}>
        <IconButton
          aria-expanded={!isCollapsed}
          aria-label="Menu labels"
          title={isCollapsed ? 'Show labels' : 'Hide labels'}
          onClick={() => dispatch(setCollapseNavigation(!isCollapsed))}
        >
          <ChevronRightIcon />
        </IconButton>
      </div>
    </nav>
  );
}
