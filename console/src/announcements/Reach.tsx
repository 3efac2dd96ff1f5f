import { PUSH_QUIET_HOURS } from '@companion/contract/push';
import type { AnnouncementReach } from '@companion/contract/staff/announcements';
import { useEffect, useState } from 'react';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { numberText } from '../page/countText.ts';
import listStyles from '../page/list.module.css';
import type { Draft } from './announcementDraft.ts';
import { mailText, phonesText, smsText } from './announcementTexts.ts';

/** Counted while the member pauses, not with each letter. */
const PAUSE_MS = 400;

/** Whom the draft would reach; undefined until it is counted. */
export function useReach({ title, text, contentId, audience, audienceValue }: Draft): AnnouncementReach | undefined {
  const newest = JSON.stringify({ title, text, contentId, audience, audienceValue });
  const [asked, setAsked] = useState(newest);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(newest), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [newest]);
  const given: Pick<Draft, 'title' | 'text' | 'contentId' | 'audience' | 'audienceValue'> = JSON.parse(asked);
  const isComplete = given.audience === 'all' || given.audienceValue !== '';
  // Another text changes the parts, another audience the people: nothing of the one before may show.
  const partOf = `${given.audience} ${given.audienceValue}`;
  return useStaffQuery('getAnnouncementReach', given, { isOn: isComplete, partOf }).data?.results;
}

/** People and parts, before anything is sent. */
export function Reach({ draft, reach }: { draft: Draft; reach: AnnouncementReach | undefined }) {
  return (
    <div role="status" className={listStyles.detail}>
      {reach && (
        <>
          <p>On phones: {phonesText(reach)}.</p>
          <p>
            Phones that were allowed to notify show it also while the app is closed, except {PUSH_QUIET_HOURS.text} on
            the event's clocks.
          </p>
          {draft.mail && <p>By mail: {mailText(reach)}. Only to e-mails that are proved, or those of tickets.</p>}
          {draft.sms && <p>By SMS: {smsText(reach)}. Only to phones that are proved.</p>}
          {draft.sms && reach.smsPeople > reach.smsLeft && (
            <p>
              Only {numberText(reach.smsLeft)} SMS for announcements are left for today: the others wait, as long as the
              announcement is shown.
            </p>
          )}
        </>
      )}
    </div>
  );
}
