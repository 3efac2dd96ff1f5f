import { ORGANIZATION_TYPES, type ProfileFields, profileFields } from '@companion/contract/account';
import type { Profile } from '@companion/contract/session';
import { isUsPhone } from '@companion/contract/usPhone';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { accountApi, useGetAccountQuery, useUpdateAccountMutation } from '../api/accountApi.ts';
import { TryAgain } from '../page/TryAgain.tsx';
import { draftKey, dropDraft } from '../session/drafts.ts';
import { useAppDispatch } from '../session/storeHooks.ts';
import { Button } from '../ui/Button.tsx';
import { AlertIcon } from '../ui/icons.tsx';
import { Message } from '../ui/Message.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { DraftNotice } from './DraftNotice.tsx';
import styles from './FormPage.module.css';
import { changedFields, draftFields, useFormDraft } from './formDraft.ts';
import { ProfileFieldset } from './ProfileFieldset.tsx';
import { showFieldErrors } from './showFieldErrors.ts';

interface SavingProps {
  /** The name of the draft that stores unsaved changes. */
  draftName: string;
  submitLabel: string;
  /** Sent along with the fields. */
  flags?: { registrationComplete: true };
  /** @param profile the profile in the answer; an older or foreign server may omit it */
  onSaved: (profile: Profile | undefined) => void;
  /** Shown between the fields and the button. */
  children?: ReactNode;
}

/** A form to confirm or change the own account, prefilled with its current fields. */
export function ProfileForm({ id, ...saving }: SavingProps & { id: string }) {
  const query = useGetAccountQuery({ id });
  const { data, error } = query;
  const dispatch = useAppDispatch();
  const loadLatest = async () => {
    // A subscription of its own, since the page's ends when the page is left and the submitted changes must still be
    // saved.
    const reading = dispatch(accountApi.endpoints.getAccount.initiate({ id }, { forceRefetch: true }));
    const { data: latest, isError: hasFailed } = await reading;
    reading.unsubscribe();
    return hasFailed ? undefined : latest;
  };
  // A phone change that started or ended elsewhere remounts the form; the draft keeps what was typed.
  if (data) {
    return <LoadedForm key={data.pendingPhone ?? data.phone} account={data} loadLatest={loadLatest} {...saving} />;
  }
  if (!error) return <Skeleton lines={6} height="var(--touch)" />;
  return (
    <Message icon={<AlertIcon />} action={<TryAgain query={query} />}>
      <p>Your details could not be loaded.</p>
    </Message>
  );
}

interface LoadedFormProps extends SavingProps {
  account: Profile;
  /** Reads the account from the server; undefined if that fails. */
  loadLatest: () => Promise<Profile | undefined>;
}

function LoadedForm({ account, loadLatest, draftName, submitLabel, flags, onSaved, children }: LoadedFormProps) {
  const key = draftKey(account.id, draftName);
  const [savedValues, setSavedValues] = useState(() => fieldsOf(account));
  const [defaultValues] = useState(() => ({ ...savedValues, ...draftFields(key, profileFields.shape) }));
  const { register, handleSubmit, setError, subscribe, reset, formState } = useForm<ProfileFields>({
    mode: 'all',
    resolver: standardSchemaResolver(profileFields),
    defaultValues,
  });
  const { errors, isValid, isSubmitting, submitCount } = formState;
  const [updateAccount] = useUpdateAccountMutation();
  const draft = useFormDraft(key, { subscribe, reset, savedValues });

  const onSubmit = handleSubmit(async (typed) => {
    // The call sends all fields (§7). Fields not changed here may have been changed elsewhere.
    const latest = await loadLatest();
    if (!latest) return;
    const current = { ...fieldsOf(latest), ...changedFields(savedValues, typed) };
    const profile = { ...current, organizationType: current.organizationType ?? typed.organizationType };
    const answer = await updateAccount({ id: account.id, ...profile, ...flags, smsEnabled: isUsPhone(profile.phone) });
    if (answer.error) {
      showFieldErrors(answer.error, profileFields.shape, setError);
      return;
    }
    // The page may stay open: compare further edits with the saved fields.
    setSavedValues(profile);
    reset(profile);
    dropDraft(key);
    onSaved(answer.data.results);
  });

  return (
    <form onSubmit={onSubmit} noValidate className={styles.form}>
      {draft.isRestored && <DraftNotice onDiscard={draft.discard}>These changes are not saved yet.</DraftNotice>}
      <ProfileFieldset register={register} errors={errors} />
      {children}
      <Button type="submit" busy={isSubmitting} disabled={isSubmitting || (submitCount > 0 && !isValid)}>
        {submitLabel}
      </Button>
    </form>
  );
}

const fieldsOf = (account: Profile) => ({
  firstName: account.firstName,
  lastName: account.lastName,
  email: account.email,
  // Saving another field must not cancel a pending phone change.
  phone: account.pendingPhone ?? account.phone,
  organizationName: account.organizationName,
  // An import may have set no type, or one that is not in the list: the form then requires one.
  organizationType: ORGANIZATION_TYPES.find((type) => type === account.organizationType),
});
