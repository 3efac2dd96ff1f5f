import { isUnanswered } from '@companion/client/network/callFailure';
import { type ProfileFields, profileFields, profileForm } from '@companion/contract/account';
import type { Profile } from '@companion/contract/session';
import { isUsPhone } from '@companion/contract/usPhone';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useGetAccountQuery } from '../api/readApi.ts';
import { reachability } from '../api/server.ts';
import { useIsUnreachable } from '../api/useIsUnreachable.ts';
import { EmptyState } from '../page/EmptyState.tsx';
import { useEventInfo } from '../page/useEventInfo.ts';
import { editableFields, useUpdateAccountMutation } from '../queue/queuedEndpoints.ts';
import { draftKey, dropDraft } from '../session/drafts.ts';
import { selectProfile } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { Button } from '../ui/Button.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import styles from './FormPage.module.css';
import { changedFields, draftFields, useFormDraft } from './formDraft.ts';
import { ProfileFieldset } from './ProfileFieldset.tsx';
import { showFieldErrors } from './showFieldErrors.ts';
import { DraftNotice } from './useDraft.tsx';

interface SavingProps {
  /** The name of the draft that stores unsaved changes. */
  draftName: string;
  submitLabel: string;
  /** Sent along with the fields. */
  flags?: { registrationComplete: true };
  /**
   * @param profile the profile in the answer; an older or foreign server may omit it
   * @param isWaiting the changes wait for the network
   */
  onSaved: (profile: Profile | undefined, isWaiting: boolean) => void;
  /** Shown between the fields and the button. */
  children?: ReactNode;
}

/** A form to confirm or change the own account, prefilled with its current fields. */
export function ProfileForm({ id, ...saving }: SavingProps & { id: string }) {
  const query = useGetAccountQuery({ id });
  const { data, error } = query;
  const profile = useAppSelector(selectProfile);
  const { organizationTypes } = useEventInfo();
  // Offline, the fields come from the session's copy.
  const account = useIsUnreachable(error) ? (data ?? profile) : data;
  // A phone change that started or ended elsewhere, or other types, remount the form; the draft keeps what was typed.
  if (account) {
    // Until the event is known, the account's own.
    const types = organizationTypes.length > 0 ? organizationTypes : [account.organizationType];
    return (
      <LoadedForm
        key={`${account.pendingPhone ?? account.phone} ${types}`}
        account={account}
        types={types}
        {...saving}
      />
    );
  }
  return (
    <EmptyState query={query} placeholder={<Skeleton lines={6} shape="control" />}>
      <p>Your details could not be loaded.</p>
    </EmptyState>
  );
}

interface LoadedFormProps extends SavingProps {
  account: Profile;
  /** The organization types that can be chosen. */
  types: readonly string[];
}

function LoadedForm({ account, types, draftName, submitLabel, flags, onSaved, children }: LoadedFormProps) {
  const key = draftKey(account.id, draftName);
  const schema = useMemo(() => profileForm(types), [types]);
  const [savedValues, setSavedValues] = useState(() => fieldsOf(account, types));
  const [defaultValues] = useState(() => ({ ...savedValues, ...draftFields(key, profileFields.shape) }));
  const { register, handleSubmit, setError, subscribe, trigger, reset, formState } = useForm<ProfileFields>({
    mode: 'all',
    resolver: standardSchemaResolver(schema),
    defaultValues,
  });
  const { errors, isValid, isSubmitting, submitCount } = formState;
  const [updateAccount] = useUpdateAccountMutation();
  const draft = useFormDraft(key, { subscribe, reset, savedValues });

  const needsNetwork = errors.phone?.message === NEEDS_NETWORK;

  useEffect(() => {
    if (needsNetwork) return reachability.onReachable(() => void trigger('phone'));
  }, [needsNetwork, trigger]);

  const onSubmit = handleSubmit(async (typed) => {
    const answer = await updateAccount({
      id: account.id,
      ...changedFields(savedValues, typed),
      ...flags,
      smsEnabled: isUsPhone(typed.phone),
    });
    if (answer.error) {
      if (isUnanswered(answer.error) && typed.phone !== savedValues.phone)
        setError('phone', { type: 'server', message: NEEDS_NETWORK });
      else showFieldErrors(answer.error, profileFields.shape, setError);
      return;
    }
    // The page may stay open: compare further edits with the saved fields.
    const { results, isWaiting = false } = answer.data;
    const saved = results ? fieldsOf(results, types) : typed;
    setSavedValues(saved);
    reset(saved);
    dropDraft(key);
    onSaved(results, isWaiting);
  });

  return (
    <form onSubmit={onSubmit} noValidate className={styles.form}>
      {draft.isRestored && <DraftNotice onDiscard={draft.discard}>These changes are not saved yet.</DraftNotice>}
      <ProfileFieldset register={register} errors={errors} types={types} isReadOnly={isSubmitting} />
      {children}
      <Button
        type="submit"
        busy={isSubmitting}
        // What needs a connection can be tried at any time.
        disabled={isSubmitting || (submitCount > 0 && !isValid && !needsNetwork)}
      >
        {submitLabel}
      </Button>
    </form>
  );
}

const fieldsOf = (account: Profile, types: readonly string[]) => ({
  ...editableFields(account),
  // An import may have set no type, or one that is not in the list: the form then requires one.
  organizationType: types.find((type) => type === account.organizationType),
});

const NEEDS_NETWORK = 'A new number can only be saved with a connection';
