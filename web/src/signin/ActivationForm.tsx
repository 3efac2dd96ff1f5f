import { ORGANIZATION_TYPES, type ProfileFields, profileFields } from '@companion/contract/account';
import type { Profile } from '@companion/contract/session';
import { isUsPhone } from '@companion/contract/usPhone';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { useUpdateAccountMutation } from '../api/accountApi.ts';
import { paths } from '../paths.ts';
import { dropDraft } from '../session/drafts.ts';
import { Button } from '../ui/Button.tsx';
import { savedFields, useFormDraft } from './formDraft.ts';
import { ProfileFieldset } from './ProfileFieldset.tsx';
import styles from './ProfileForm.module.css';
import { showFieldErrors } from './showFieldErrors.ts';

/** The account's details, to confirm or correct; sending them activates it (decisions). */
export function ActivationForm({ account }: { account: Profile }) {
  const draftKey = `activation:${account.id}`;
  const [saved] = useState(() => savedFields(draftKey, profileFields.shape));
  const { register, handleSubmit, setError, subscribe, formState } = useForm<ProfileFields>({
    mode: 'all',
    resolver: standardSchemaResolver(profileFields),
    defaultValues: {
      firstName: account.firstName,
      lastName: account.lastName,
      email: account.email,
      phone: account.phone,
      organizationName: account.organizationName,
      // An import may have brought a type that is not in the list, or none: then it is asked for.
      organizationType: ORGANIZATION_TYPES.find((type) => type === account.organizationType),
      ...saved,
    },
  });
  const { errors, isValid, isSubmitting, submitCount } = formState;
  const [updateAccount] = useUpdateAccountMutation();
  const navigate = useNavigate();

  useFormDraft(draftKey, subscribe);

  const onSubmit = handleSubmit(async (profile) => {
    try {
      await updateAccount({
        id: account.id,
        ...profile,
        registrationComplete: true,
        smsEnabled: isUsPhone(profile.phone),
      }).unwrap();
    } catch (error) {
      showFieldErrors(error, setError);
      return;
    }
    dropDraft(draftKey);
    navigate(paths.preventSurvey, { replace: true });
  });

  return (
    <form onSubmit={onSubmit} noValidate className={styles.form}>
      <ProfileFieldset register={register} errors={errors} />
      <p className={styles.terms}>
        By activating your account you agree to the{' '}
        <Link to={paths.privacyPolicy}>Privacy Policy and Terms of Use</Link>.
      </p>
      <Button type="submit" busy={isSubmitting} disabled={isSubmitting || (submitCount > 0 && !isValid)}>
        Activate Your Account
      </Button>
    </form>
  );
}
