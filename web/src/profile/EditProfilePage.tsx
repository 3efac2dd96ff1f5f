import type { Profile } from '@companion/contract/session';
import { Link } from 'react-router';
import styles from '../forms/FormPage.module.css';
import { ProfileForm } from '../forms/ProfileForm.tsx';
import { UpLink } from '../page/UpLink.tsx';
import { useNavigateFromHere } from '../page/useNavigateFromHere.ts';
import { paths } from '../paths.ts';
import { draftKey, dropDraft } from '../session/drafts.ts';
import { selectProfile } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { notifySaved, notifySuccess } from '../toasts/toasts.ts';
import { EmailProof } from './EmailProof.tsx';
import { PhoneChange } from './PhoneChange.tsx';

const DRAFT = 'edit';

/** Edits the profile (§2, §5). A changed phone is proved here by the code texted to it. */
export function EditProfilePage() {
  const profile = useAppSelector(selectProfile);
  const navigate = useNavigateFromHere();
  if (!profile) return null;
  const onSaved = (saved: Profile | undefined, isWaiting: boolean) => {
    if (isWaiting) notifySaved();
    else notifySuccess('Your profile has been successfully updated.');
    // Stay if the code field has appeared.
    if (saved?.pendingPhone === undefined) navigate(paths.profile, { replace: true });
  };
  return (
    <div className={styles.inner}>
      <UpLink to={paths.profile}>Profile</UpLink>
      <h1>Edit Profile</h1>
      {profile.pendingPhone !== undefined && (
        <PhoneChange key={profile.pendingPhone} profile={profile} pendingPhone={profile.pendingPhone} />
      )}
      {profile.emailProved === false && profile.email !== '' && <EmailProof profile={profile} />}
      <ProfileForm id={profile.id} draftName={DRAFT} submitLabel="Save Changes" onSaved={onSaved} />
      <p className={styles.aside}>
        <Link to={paths.profile} replace onClick={() => dropDraft(draftKey(profile.id, DRAFT))}>
          Cancel
        </Link>
      </p>
    </div>
  );
}
