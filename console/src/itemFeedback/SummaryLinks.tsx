import type { ItemFigures } from '@companion/contract/staff/itemFigures';
import { SUMMARY_LINK_DAYS, type SummaryLink } from '@companion/contract/staff/summaryLinks';
import { Card } from '@companion/web/ui/Card.tsx';
import { Field } from '@companion/web/ui/Field.tsx';
import { useState } from 'react';
import { serverNow } from '../api/serverClock.ts';
import type { StaffAnswer } from '../api/staffRequest.ts';
import { toastDone } from '../api/toasts.ts';
import { useStaffMutation } from '../api/useStaffMutation.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { Choices } from '../page/Choices.tsx';
import { ConfirmDialog } from '../page/ConfirmDialog.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { SecretLink } from '../page/SecretLink.tsx';
import { StaffForm } from '../page/StaffForm.tsx';
import { dayTimeText } from '../page/timeText.ts';
import styles from './SummaryLinks.module.css';

type Days = (typeof SUMMARY_LINK_DAYS)[number];
const DAYS = SUMMARY_LINK_DAYS.map((days) => [String(days), `${days} days`] as const);

/** The links with which speakers read the votes and comments on an item. */
export function SummaryLinks({ item, className }: { item: ItemFigures; className: string | undefined }) {
  const query = useStaffQuery('getSummaryLinks', { contentId: item.id });
  const [confirming, setConfirming] = useState<SummaryLink>();
  return (
    <Card as="section" aria-labelledby="links" className={className}>
      <h2 id="links">Links for speakers</h2>
      <p className={styles.about}>
        Anyone with a link reads these votes and the comments that are not hidden, without names and without an account.
      </p>
      <Loaded query={query} lines={2}>
        {({ results }) =>
          results.length > 0 && (
            <ul className={styles.links}>
              {results.map((link) => (
                <li key={link.id} className={styles.link}>
                  <div className={styles.text}>
                    <b className="written">{link.name}</b>
                    <span className={styles.detail}>{lifeText(link)}</span>
                    <span className={styles.detail}>{openedText(link)}</span>
                  </div>
                  <ActionButton
                    variant="danger"
                    size="small"
                    aria-label={`Revoke the link of ${link.name}`}
                    onPress={() => setConfirming(link)}
                  >
                    Revoke
                  </ActionButton>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <AddLink contentId={item.id} />
      {confirming && <ConfirmRevoke link={confirming} onClose={() => setConfirming(undefined)} />}
    </Card>
  );
}

function ConfirmRevoke({ link, onClose }: { link: SummaryLink; onClose(): void }) {
  const { send, isSending } = useStaffMutation('revokeSummaryLink', ['getSummaryLinks']);
  const confirm = async () => {
    const done = await send({ linkId: link.id });
    onClose();
    if (done) toastDone(`The link of ${link.name} no longer shows anything.`);
  };
  return (
    <ConfirmDialog
      title={`Revoke the link of ${link.name}?`}
      action="Revoke"
      busy={isSending}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <p>It shows nothing from now on. What was read or copied before cannot be taken back.</p>
    </ConfirmDialog>
  );
}

function AddLink({ contentId }: { contentId: string }) {
  const { send, isSending, failure } = useStaffMutation('createSummaryLink', ['getSummaryLinks'], {
    showsFailure: true,
  });
  const [days, setDays] = useState<Days>(30);
  const [made, setMade] = useState<StaffAnswer<'createSummaryLink'>['results']>();
  return (
    <>
      {made && (
        <SecretLink link={made.link}>
          Send this link to {made.name}. It is shown only here, and works until {dayTimeText(made.expiresAt)}.
        </SecretLink>
      )}
      <StaffForm
        key={made?.id}
        action="Make a link"
        failure={failure}
        isSending={isSending}
        onSubmit={({ name = '' }) =>
          void send({ contentId, name, days }).then((answer) => answer && setMade(answer.results))
        }
      >
        <Field label="Who gets it" name="name" autoComplete="off" error={failure?.errors.name} />
        <Choices
          label="Works for"
          options={DAYS}
          value={String(days)}
          onChange={(value) => setDays(SUMMARY_LINK_DAYS.find((one) => String(one) === value) ?? days)}
        />
      </StaffForm>
    </>
  );
}

const lifeText = ({ expiresAt }: SummaryLink): string =>
  `${Date.parse(expiresAt) <= serverNow() ? 'Expired' : 'Works until'} ${dayTimeText(expiresAt)}`;

const openedText = ({ uses, lastUsedAt }: SummaryLink): string =>
  lastUsedAt ? `Opened ${uses} ${uses === 1 ? 'time' : 'times'}, last ${dayTimeText(lastUsedAt)}` : 'Not opened yet';
