import { loginForm } from '@companion/contract/session';
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import styles from './LoginPage.module.css';

interface PhoneFormProps {
  initial: string;
  /** Takes the focus, because it replaces another form whose control had it. */
  takesFocus: boolean;
  /** The server's message about the last attempt. */
  failure: string | undefined;
  onSubmit: (phone: string) => Promise<void>;
}

/** The login form. It uses no form library, since it is part of the first download. */
export function PhoneForm({ initial, takesFocus, failure, onSubmit }: PhoneFormProps) {
  const [phone, setPhone] = useState(initial);
  const [isTouched, setIsTouched] = useState(false);
  const [isAttempted, setIsAttempted] = useState(false);
  const [isSubmitting, setIsSubmitting] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const formatting = useRef<typeof import('../forms/formatPhoneEdit.ts')>(undefined);
  const error = loginForm.safeParse({ phone }).error?.issues[0]?.message;

  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);

  const loadFormatting = () => {
    // Until this is loaded, or if it fails, the number stays as typed.
    import('../forms/formatPhoneEdit.ts').then(
      (loaded) => {
        formatting.current = loaded;
      },
      () => {},
    );
  };
  const change = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    formatting.current?.formatPhoneField(target, nativeEvent);
    setPhone(target.value);
    setIsTouched(true);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsAttempted(true);
    if (error) field.current?.focus();
    if (error || isSubmitting) return;
    setIsSubmitting(true);
    await onSubmit(await inNationalFormat(phone.trim()));
    setIsSubmitting(false);
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <h1>Enter your phone number</h1>
      <Field
        ref={field}
        label="Phone Number"
        type="tel"
        name="phone"
        autoComplete="tel-national"
        value={phone}
        error={isTouched || isAttempted ? error : undefined}
        onChange={change}
        onFocus={loadFormatting}
        onBlur={() => setIsTouched(true)}
      />
      <Button type="submit" busy={isSubmitting} disabled={isAttempted && (Boolean(error) || isSubmitting)}>
        Create Account or Sign In
      </Button>
      {failure && (
        <p role="alert" className={styles.notice}>
          {failure}
        </p>
      )}
      <p className={styles.footer}>
        By continuing you agree to the <Link to={paths.privacyPolicy}>Privacy Policy and Terms of Use</Link>.
      </p>
    </form>
  );
}

/**
 * Formats `+1 202 555 0143` as `(202) 555-0143` (§3). The number stays as typed if it is not a US number, or the code
 * fails to load.
 */
async function inNationalFormat(phone: string): Promise<string> {
  try {
    const { toNational } = await import('@companion/contract/usPhone');
    return toNational(phone) ?? phone;
  } catch {
    return phone;
  }
}
