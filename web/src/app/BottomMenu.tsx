import { NavLink } from 'react-router';
import { selectCollapseNavigation, setCollapseNavigation } from '../session/preferencesSlice.ts';
import { useAppDispatch, useAppSelector } from '../session/storeHooks.ts';
import { ChevronRightIcon } from '../ui/icons.tsx';
import styles from './BottomMenu.module.css';
import { menuEntries } from './menuEntries.ts';

/** The bottom menu (§2). On wide screens a side rail that collapses to its icons (decision 035). */
export function BottomMenu() {
  const dispatch = useAppDispatch();
  const isCollapsed = useAppSelector(selectCollapseNavigation);
  return (
    <nav aria-label="Main" className={styles.menu} data-collapsed={isCollapsed}>
      <ul className={styles.entries}>
        {menuEntries.map(({ label, to, icon: Icon }) => (
          <li key={to} className={styles.entry}>
            {/* NavLink sets aria-current if the current address starts with its own. */}
            <NavLink to={to} className={styles.link} title={isCollapsed ? label : undefined}>
              {({ isActive }) => (
                <>
                  <Icon filled={isActive} />
                  <span className={styles.label}>{label}</span>
                </>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className={styles.collapse}
        aria-expanded={!isCollapsed}
        aria-label="Menu labels"
        title={isCollapsed ? 'Show labels' : 'Hide labels'}
        onClick={() => dispatch(setCollapseNavigation(!isCollapsed))}
      >
        <ChevronRightIcon />
      </button>
    </nav>
  );
}
