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
import { changedFields, savedFields, useFormDraft } from './formDraft.ts';
import { ProfileFieldset } from './ProfileFieldset.tsx';
import { showFieldErrors } from './showFieldErrors.ts';

interface SavingProps {
  /** Of the draft, in which what is typed is kept until it is saved. */
  draftName: string;
  submitLabel: string;
  /** What is sent along with the fields. */
  flags?: { registrationComplete: true };
  /** @param profile as the server answered; an older or foreign one may not tell */
  onSaved: (profile: Profile | undefined) => void;
  /** Between the fields and the button. */
  children?: ReactNode;
}

/** One's own account, to confirm or to change: prefilled with what is on record now. */
export function ProfileForm({ id, ...saving }: SavingProps & { id: string }) {
  const query = useGetAccountQuery({ id });
  const { data, error } = query;
  const dispatch = useAppDispatch();
  const loadLatest = async () => {
    // By a subscription of its own: the page's ends when the page is left, and what was sent must still be saved.
    const reading = dispatch(accountApi.endpoints.getAccount.initiate({ id }, { forceRefetch: true }));
    const { data: latest, isError: hasFailed } = await reading;
    reading.unsubscribe();
    return hasFailed ? undefined : latest;
  };
  // A phone that was changed or given up meanwhile is shown anew; what was typed is in the draft.
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
  /** The account as the server has it at the moment; undefined where it cannot be read. */
  loadLatest: () => Promise<Profile | undefined>;
}

function LoadedForm({ account, loadLatest, draftName, submitLabel, flags, onSaved, children }: LoadedFormProps) {
  const key = draftKey(account.id, draftName);
  const [onRecord, setOnRecord] = useState(() => fieldsOf(account));
  const [defaultValues] = useState(() => ({ ...onRecord, ...savedFields(key, profileFields.shape) }));
  const { register, handleSubmit, setError, subscribe, reset, formState } = useForm<ProfileFields>({
    mode: 'all',
    resolver: standardSchemaResolver(profileFields),
    defaultValues,
  });
  const { errors, isValid, isSubmitting, submitCount } = formState;
  const [updateAccount] = useUpdateAccountMutation();
  const draft = useFormDraft(key, { subscribe, reset, onRecord });

  const onSubmit = handleSubmit(async (typed) => {
    // The call takes all fields (§7). Those that were not changed here may have been changed elsewhere meanwhile.
    const latest = await loadLatest();
    if (!latest) return;
    const current = { ...fieldsOf(latest), ...changedFields(onRecord, typed) };
    const profile = { ...current, organizationType: current.organizationType ?? typed.organizationType };
    const answer = await updateAccount({ id: account.id, ...profile, ...flags, smsEnabled: isUsPhone(profile.phone) });
    if (answer.error) {
      showFieldErrors(answer.error, profileFields.shape, setError);
      return;
    }
    // The page may stay open: from here on these are the fields on record.
    setOnRecord(profile);
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
  // Saving another field must not give up a number that waits for its code.
  phone: account.pendingPhone ?? account.phone,
  organizationName: account.organizationName,
  // An import may have brought a type that is not in the list, or none: then it is asked for.
  organizationType: ORGANIZATION_TYPES.find((type) => type === account.organizationType),
});
