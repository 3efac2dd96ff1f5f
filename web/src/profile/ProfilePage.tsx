import { type ComponentType, lazy } from 'react';
import { Link, useNavigate } from 'react-router';
import { readTokenTime } from '../api/tokenTime.ts';
import { AsOf } from '../page/AsOf.tsx';
import { paths } from '../paths.ts';
import { selectProfile } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { selectUnsentWrites } from '../session/writesSlice.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { buttonClass } from '../ui/buttonClass.ts';
import { Card } from '../ui/Card.tsx';
import { BellIcon, ChevronRightIcon, InfoIcon, PencilIcon, PollIcon, WaitingIcon } from '../ui/icons.tsx';
import { softHyphens } from '../ui/softHyphens.ts';
import styles from './ProfilePage.module.css';

const LINKS: { to: string; label: string; icon: ComponentType }[] = [
  { to: paths.editProfile, label: 'Edit Profile', icon: PencilIcon },
  { to: paths.notifications, label: 'Notifications', icon: BellIcon },
  { to: paths.myThings, label: 'My Things', icon: WaitingIcon },
  { to: paths.giveUsFeedback, label: 'Give Us Feedback', icon: PollIcon },
  { to: paths.aboutUs, label: 'About Us', icon: InfoIcon },
];

/** Few visits need it. Without its code the rest of the page still works. */
const UnsentWrites = lazy<ComponentType<{ onEdit: (path: string) => void }>>(() =>
  import('./UnsentWrites.tsx').then(
    (file) => ({ default: file.UnsentWrites }),
    () => ({ default: () => null }),
  ),
);

/** The attendee's name and organization, links to the profile's pages, and Sign Out (§2). */
export function ProfilePage() {
  const navigate = useNavigate();
  const profile = useAppSelector(selectProfile);
  const hasUnsent = useAppSelector((state) => selectUnsentWrites(state).length > 0);
  const accessToken = useAppSelector((state) => state.session.accessToken);
  if (!profile || !accessToken) return null;
  // Each renewal of the session brings the profile.
  const receivedAt = readTokenTime(accessToken, 'iat');
  const name = `${profile.firstName} ${profile.lastName}`.trim();
  return (
    <div className={styles.page}>
      <header className={styles.person}>
        <Avatar name={name} size="large" />
        <div className={styles.names}>
          <h1>{softHyphens(name) || 'Profile'}</h1>
          {profile.organizationName && <p className={styles.organization}>{softHyphens(profile.organizationName)}</p>}
          <AsOf query={{ fulfilledTimeStamp: receivedAt }} />
        </div>
      </header>
      {profile.pendingPhone !== undefined && (
        <Card as="section" aria-label="Change of number" className={styles.notice}>
          <p>
            Your new number <strong>{profile.pendingPhone}</strong> is not confirmed yet.{' '}
            <Link to={paths.editProfile}>Enter the code</Link> that we sent to it. Until then, sign in with{' '}
            <strong>{profile.phone}</strong>.
          </p>
        </Card>
      )}
      {hasUnsent && <UnsentWrites onEdit={navigate} />}
      <ul className={styles.links}>
        {LINKS.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link to={to} className={styles.link}>
              <Icon />
              <span className={styles.label}>{label}</span>
              <ChevronRightIcon />
            </Link>
          </li>
        ))}
      </ul>
      <Link to={paths.logout} className={`${buttonClass('danger')} ${styles.signOut}`}>
        Sign Out
      </Link>
    </div>
  );
}
