import { type RegistrationForm, registrationForm } from '@companion/contract/account';
import { failure } from '@companion/contract/defineCall';
import { isUsPhone, toNational } from '@companion/contract/usPhone';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMemo, useState } from 'react';
import { type DefaultValues, type UseFormRegisterReturn, useForm } from 'react-hook-form';
import { useStore } from 'react-redux';
import { Link, useLocation } from 'react-router';
import { useCreateAccountMutation } from '../api/accountApi.ts';
import { useGetEventQuery } from '../api/eventApi.ts';
import styles from '../forms/FormPage.module.css';
import { draftFields, useFormDraft } from '../forms/formDraft.ts';
import { ProfileFieldset } from '../forms/ProfileFieldset.tsx';
import { showFieldErrors } from '../forms/showFieldErrors.ts';
import { DraftNotice, useDraftKey } from '../forms/useDraft.tsx';
import { loadLate } from '../page/loadLate.ts';
import { useNavigateFromHere } from '../page/useNavigateFromHere.ts';
import { paths } from '../paths.ts';
import { dropDraft } from '../session/drafts.ts';
import type { SessionRootState } from '../session/sessionReducers.ts';
import { selectIsAuthenticated } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/buttonClass.ts';
import { CheckField } from '../ui/CheckField.tsx';
import { dropSentSignIn, withTakenPhone } from './loginState.ts';

/**
 * Creates an account (§2, §5). The call signs in; then the pre-event survey opens. Who was signed in until then is signed
 * out, once everything of theirs is sent (decision 039).
 */
export function RegistrationPage() {
  const { search } = useLocation();
  const { data: event } = useGetEventQuery();
  const types = event?.organizationTypes;
  const schema = useMemo(() => registrationForm(types ?? []), [types]);
  const draftKey = useDraftKey(`registration${search}`);
  const [savedValues] = useState(() => prefill(new URLSearchParams(search)));
  const [defaultValues] = useState(
    (): DefaultValues<RegistrationForm> => ({ ...savedValues, ...draftFields(draftKey, schema.shape) }),
  );
  const { register, handleSubmit, setError, subscribe, reset, formState } = useForm<RegistrationForm>({
    mode: 'all',
    resolver: standardSchemaResolver(schema),
    defaultValues,
  });
  const { errors, isValid, isSubmitting, submitCount } = formState;
  const [takenPhone, setTakenPhone] = useState<string>();
  const [createAccount] = useCreateAccountMutation();
  const store = useStore<SessionRootState>();
  const isAuthenticated = useAppSelector(selectIsAuthenticated);
  const navigate = useNavigateFromHere();

  const draft = useFormDraft(draftKey, { subscribe, reset, savedValues });

  const onSubmit = handleSubmit(async ({ acceptTos: _, ...profile }) => {
    setTakenPhone(undefined);
    const create = () =>
      createAccount({
        ...profile,
        registrationComplete: true,
        preEventComplete: false,
        postEventComplete: false,
        smsEnabled: isUsPhone(profile.phone),
      }).unwrap();
    try {
      if (isAuthenticated) {
        const { replaceAccount } = await loadLate(() => import('./replaceAccount.ts'));
        if (!(await replaceAccount(store, create))) return;
      } else await create();
    } catch (error) {
      showFieldErrors(error, schema.shape, setError);
      if (isTaken(error)) setTakenPhone(profile.phone);
      return;
    }
    dropDraft(draftKey);
    navigate(paths.preventSurvey, { replace: true });
  });

  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Create your profile</h1>
        <p>It takes a minute. Then a few questions before the event, and you are in.</p>
      </header>
      <form onSubmit={onSubmit} noValidate className={styles.form}>
        {draft.isRestored && <DraftNotice onDiscard={draft.discard}>These details are not sent yet.</DraftNotice>}
        <ProfileFieldset register={register} errors={errors} types={types} isReadOnly={isSubmitting} />
        <TermsField register={register} error={errors.acceptTos?.message} />
        {takenPhone && (
          <div className={styles.notice}>
            <p>{takenPhone} is already registered.</p>
            <Link
              to={paths.login}
              state={withTakenPhone(takenPhone)}
              // Otherwise the message for an earlier number would replace the form.
              onClick={dropSentSignIn}
              className={buttonClass('secondary')}
            >
              Sign in with this number
            </Link>
          </div>
        )}
        <Button type="submit" busy={isSubmitting} disabled={isSubmitting || (submitCount > 0 && !isValid)}>
          Create Profile
        </Button>
      </form>
      <p className={styles.aside}>
        Already registered? <Link to={paths.login}>Sign in</Link>
      </p>
    </div>
  );
}

interface TermsFieldProps {
  register: (name: 'acceptTos') => UseFormRegisterReturn;
  error: string | undefined;
}

/**
 * Registers when it renders, after the fields above it: react-hook-form focuses the first invalid field in order of
 * registration.
 */
function TermsField({ register, error }: TermsFieldProps) {
  return (
    <CheckField
      {...register('acceptTos')}
      label={
        <>
          I accept the <Link to={paths.privacyPolicy}>Privacy Policy and Terms of Use</Link>
        </>
      }
      error={error}
      required
    />
  );
}

/** Whether the phone number is already registered (decision 031). */
const isTaken = (error: unknown) =>
  Object(error).status === 409 && failure.safeParse(Object(error).data).data?.errors?.phone !== undefined;

function prefill(query: URLSearchParams): DefaultValues<RegistrationForm> {
  // A plus sign in a query decodes to a space.
  const phone = query.get('phone')?.trim() ?? '';
  return {
    firstName: '',
    lastName: '',
    email: query.get('email')?.trim() ?? '',
    phone: toNational(phone) ?? phone,
    organizationName: '',
  };
}
