import { isolated } from '@companion/contract/isolated';
import type { ItemFigures } from '@companion/contract/staff/itemFigures';
import { SUMMARY_LINK_DAYS, type SummaryLink } from '@companion/contract/staff/summaryLinks';
import { Card } from '@companion/web/ui/Card.tsx';
import { useState } from 'react';
import { sendStaffCall, useStaffMutation } from '../api/sendStaffCall.ts';
import { serverNow } from '../api/staffApi.ts';
import type { StaffAnswer } from '../api/staffRequest.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { Choices } from '../page/Choices.tsx';
import { ConfirmButton } from '../page/ConfirmDialog.tsx';
import { countText } from '../page/countText.ts';
import { Loaded } from '../page/Loaded.tsx';
import { SecretLink } from '../page/SecretLink.tsx';
import { FormField, StaffForm } from '../page/StaffForm.tsx';
import { dayTimeText } from '../page/timeText.ts';
import styles from './SummaryLinks.module.css';

type Days = (typeof SUMMARY_LINK_DAYS)[number];
const DAYS = SUMMARY_LINK_DAYS.map((days) => [String(days), `${days} days`] as const);

/** The links with which speakers read the votes and comments on an item. */
export function SummaryLinks({ item, className }: { item: ItemFigures; className: string | undefined }) {
  const query = useStaffQuery('getSummaryLinks', { contentId: item.id });
  const revoke = useStaffMutation('revokeSummaryLink', ['getSummaryLinks']);
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
                  <ConfirmButton
                    variant="danger"
                    size="small"
                    action="Revoke"
                    aria-label={`Revoke the link of ${isolated(link.name)}`}
                    title={`Revoke the link of ${isolated(link.name)}?`}
                    onConfirm={() =>
                      revoke.send({ linkId: link.id }, `The link of ${isolated(link.name)} no longer shows anything.`)
                    }
                  >
                    <p>It shows nothing from now on. What was read or copied before cannot be taken back.</p>
                  </ConfirmButton>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <AddLink contentId={item.id} />
    </Card>
  );
}

function AddLink({ contentId }: { contentId: string }) {
  const [days, setDays] = useState<Days>(30);
  const [made, setMade] = useState<StaffAnswer<'createSummaryLink'>['results']>();
  return (
    <>
      {made && (
        <SecretLink link={made.link}>
          Send this link to {isolated(made.name)}. It is shown only here, and works until {dayTimeText(made.expiresAt)}.
        </SecretLink>
      )}
      <StaffForm
        action="Make a link"
        onSubmit={async ({ name = '' }) =>
          setMade((await sendStaffCall('createSummaryLink', { contentId, name, days }, ['getSummaryLinks'])).results)
        }
      >
        <FormField label="Who gets it" name="name" autoComplete="off" />
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
  lastUsedAt ? `Opened ${countText(uses, 'time')}, last ${dayTimeText(lastUsedAt)}` : 'Not opened yet';
