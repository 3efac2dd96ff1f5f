import { Link } from 'react-router';
import styles from '../forms/FormPage.module.css';
import { ProfileForm } from '../forms/ProfileForm.tsx';
import { UpLink } from '../page/UpLink.tsx';
import { useNavigateFromHere } from '../page/useNavigateFromHere.ts';
import { paths } from '../paths.ts';
import { draftKey, dropDraft } from '../session/drafts.ts';
import { selectProfile } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { notifySuccess } from '../toasts/toasts.ts';

const DRAFT = 'edit';

/** Changes the profile (§2, §5). What follows from a changed phone is said on the profile, where this leads back to. */
export function EditProfilePage() {
  const profile = useAppSelector(selectProfile);
  const navigate = useNavigateFromHere();
  if (!profile) return null;
  const leave = () => {
    notifySuccess('Your profile has been successfully updated.');
    navigate(paths.profile, { replace: true });
  };
  return (
    <div className={styles.inner}>
      <UpLink to={paths.profile}>Profile</UpLink>
      <h1>Edit Profile</h1>
      <ProfileForm id={profile.id} draftName={DRAFT} submitLabel="Save Changes" onSaved={leave} />
      <p className={styles.aside}>
        <Link to={paths.profile} replace onClick={() => dropDraft(draftKey(profile.id, DRAFT))}>
          Cancel
        </Link>
      </p>
    </div>
  );
}
