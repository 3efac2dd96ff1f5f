import { ProfileIcon } from '@companion/web/ui/icons.tsx';
import { Fragment, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useMember } from '../api/member.ts';
import { MenuIcon, SearchIcon } from '../page/icons.tsx';
import { ROLE_NAMES } from '../page/roleNames.ts';
import { paths } from '../paths.ts';
import { Brand } from './Brand.tsx';
import { currentPath } from './currentPath.ts';
import styles from './Layout.module.css';
import { NotForRolePage } from './NotFoundPage.tsx';
import { Palette } from './Palette.tsx';
import { PasswordOnlyHint } from './PasswordOnlyHint.tsx';
import { mayOpen, screensFor } from './screensFor.tsx';

/** What a Mac calls the key. */
const SHORTCUT = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl K';

/** The menu: a rail on a wide window, below the page on a phone. */
export function Layout({ children }: { children: ReactNode }) {
  const member = useMember();
  const { pathname } = useLocation();
  const layout = useRef<HTMLDivElement>(null);
  const main = useRef<HTMLElement>(null);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey) return;
      event.preventDefault();
      // The sign-in form shows in its place.
      if (layout.current?.closest('[hidden]')) return;
      setPaletteOpen((isOpen) => !isOpen);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  const skip = (event: MouseEvent) => {
    // Following the hash would add an entry to the history.
    event.preventDefault();
    main.current?.focus();
  };
  const screens = screensFor(member).filter(({ isPart }) => !isPart);
  const current = currentPath(pathname, [...screens.map(({ path }) => path), paths.account]);
  /** `true`: the page is one below it. */
  const isCurrent = (path: string) => (path !== current ? undefined : path === pathname ? 'page' : 'true');
  return (
    <div ref={layout} className={styles.layout}>
      {/* biome-ignore lint/a11y/useValidAnchor: a skip link is a link, even though a script moves the focus */}
      <a className={styles.skip} href="#content" onClick={skip}>
        Skip to the content
      </a>
      <div className={styles.rail}>
        <header className={styles.header}>
          <Brand />
          <button type="button" className={styles.search} onClick={() => setPaletteOpen(true)}>
            <SearchIcon />
            <span>Go to…</span>
            <kbd>{SHORTCUT}</kbd>
          </button>
        </header>
        <nav className={styles.menu} aria-label="Console">
          <ul className={styles.list}>
            {screens.map(({ path, label, icon, badge, isFurther, group }, index) => (
              <Fragment key={path}>
                {group !== undefined && group !== screens[index - 1]?.group && (
                  <li className={`${styles.further} ${styles.group}`}>{group}</li>
                )}
                <li className={isFurther ? styles.further : undefined}>
                  <Link to={path} className={styles.item} aria-current={isCurrent(path)}>
                    {icon}
                    {label}
                    {badge}
                  </Link>
                </li>
              </Fragment>
            ))}
            <li className={styles.account}>
              <Link to={paths.account} className={styles.item} aria-current={isCurrent(paths.account)}>
                <ProfileIcon />
                <span className={styles.who}>
                  <span className={`written ${styles.name}`}>{member.name || member.email}</span>
                  <span className={styles.role}>{ROLE_NAMES[member.role]}</span>
                </span>
                <span className={styles.short}>Account</span>
              </Link>
            </li>
            {/* On a phone, where the menu has no room for every screen, nor for the account. */}
            <li className={styles.more}>
              <button type="button" className={styles.item} onClick={() => setPaletteOpen(true)}>
                <MenuIcon />
                More
              </button>
            </li>
          </ul>
        </nav>
      </div>
      <main id="content" ref={main} className={styles.main} tabIndex={-1}>
        <div className={styles.hint}>
          <PasswordOnlyHint />
        </div>
        {mayOpen(member, pathname) ? children : <NotForRolePage />}
      </main>
      {isPaletteOpen && <Palette onClose={() => setPaletteOpen(false)} />}
    </div>
  );
}
