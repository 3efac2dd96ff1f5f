import type { ContentItem } from '@companion/contract/content';
import { shareForm } from '@companion/contract/share';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation, useParams } from 'react-router';
import { useShareMailMutation, useShareSmsMutation } from '../api/shareApi.ts';
import styles from '../forms/FormPage.module.css';
import { needsConfirmation, PhoneConfirmation } from '../forms/PhoneConfirmation.tsx';
import { showFieldErrors } from '../forms/showFieldErrors.ts';
import { EmptyState } from '../page/EmptyState.tsx';
import { originOf } from '../page/origin.ts';
import { UpLink } from '../page/UpLink.tsx';
import { useContent } from '../page/useLists.ts';
import { paths } from '../paths.ts';
import { notifyError, notifySuccess } from '../toasts/toasts.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { findItem } from './contentItems.ts';
import { shareLink } from './shareLink.ts';

/** Sends the link of an item to somebody, by mail or SMS (§7), or copies it (decision 073). */
export function SharePage() {
  const { campaignId = '', contentId = '' } = useParams();
  const query = useContent();
  const item = findItem(query.data ?? [], { campaignId, contentId });
  const isFromItem = originOf(useLocation()) !== undefined;
  return (
    <div className={styles.inner}>
      <UpLink to={paths.contentItem(campaignId, contentId)} goesBack={isFromItem}>
        Back
      </UpLink>
      {item ? (
        <>
          <header className={styles.head}>
            <h1>Share</h1>
            <p>{item.title}</p>
          </header>
          <CopyLink link={shareLink(item)} />
          <ShareForm item={item} />
        </>
      ) : (
        <EmptyState query={query} placeholder={<Skeleton lines={6} />}>
          <h1>This item is not available at the moment.</h1>
        </EmptyState>
      )}
    </div>
  );
}

function CopyLink({ link }: { link: string }) {
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      notifySuccess('The link is copied.');
    } catch {
      // The clipboard needs TLS and permission.
      field.current?.focus();
      notifyError({
        data: { message: 'Your browser does not allow the app to copy. The link is selected: copy it there.' },
      });
    }
  };
  return (
    <div className={styles.form}>
      <Field ref={field} label="Link" readOnly value={link} onFocus={({ currentTarget }) => currentTarget.select()} />
      <Button variant="secondary" onClick={copy}>
        Copy Link
      </Button>
    </div>
  );
}

function ShareForm({ item: { campaignId, id: contentId } }: { item: ContentItem }) {
  const { register, handleSubmit, formState, reset, setError } = useForm({
    mode: 'all',
    resolver: standardSchemaResolver(shareForm),
    defaultValues: { to: '' },
  });
  const { errors, isValid, isSubmitting, submitCount } = formState;
  const [shareMail] = useShareMailMutation();
  const [shareSms, texting] = useShareSmsMutation();

  const onSubmit = handleSubmit(async ({ to }) => {
    if (!/[@\d]/.test(to)) {
      return setError('to', { message: 'Enter an email address or a phone number.' }, { shouldFocus: true });
    }
    const share = to.includes('@') ? shareMail : shareSms;
    const { data, error } = await share({ campaignId, contentId, to });
    if (error) return showFieldErrors(error, shareForm.shape, setError);
    notifySuccess(data.message);
    reset();
  });

  return (
    <>
      <form onSubmit={onSubmit} noValidate className={styles.form}>
        <Field
          {...register('to')}
          label="Email or Phone Number"
          hint="We send this person the link, and nothing about you."
          error={errors.to?.message}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="send"
          required
        />
        <Button type="submit" busy={isSubmitting} disabled={isSubmitting || (submitCount > 0 && !isValid)}>
          Send Link
        </Button>
      </form>
      {needsConfirmation(texting.error) && <PhoneConfirmation reason="Then you can share by text." />}
    </>
  );
}
