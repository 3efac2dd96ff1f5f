import { Link, Navigate } from 'react-router';
import styles from '../forms/FormPage.module.css';
import { ProfileForm } from '../forms/ProfileForm.tsx';
import { useNavigateFromHere } from '../page/useNavigateFromHere.ts';
import { paths } from '../paths.ts';
import { selectProfile } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';

/** Confirms the fields of a prepared account and activates it (§2, decision 036). It needs a session. */
export function CompleteRegistrationPage() {
  const profile = useAppSelector(selectProfile);
  const navigate = useNavigateFromHere();
  if (!profile) return <Navigate replace to={paths.login} />;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Activate your account</h1>
        <p>Please confirm your details, and fill in what is missing.</p>
      </header>
      <ProfileForm
        id={profile.id}
        draftName="activation"
        submitLabel="Activate Your Account"
        flags={{ registrationComplete: true }}
        onSaved={() => navigate(paths.preventSurvey, { replace: true })}
      >
        <p className={styles.terms}>
          By activating your account you agree to the{' '}
          <Link to={paths.privacyPolicy}>Privacy Policy and Terms of Use</Link>.
        </p>
      </ProfileForm>
    </div>
  );
}
