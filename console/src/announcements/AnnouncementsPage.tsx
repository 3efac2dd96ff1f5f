import type { ListedAnnouncement } from '@companion/contract/staff/announcements';
import { Card } from '@companion/web/ui/Card.tsx';
import { Message } from '@companion/web/ui/Message.tsx';
import { useState } from 'react';
import { mayCall, useMember } from '../api/member.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { AnnouncementIcon } from '../page/icons.tsx';
import { Loaded } from '../page/Loaded.tsx';
import listStyles from '../page/list.module.css';
import { PageHead } from '../page/PageHead.tsx';
import { AnnouncementForm } from './AnnouncementForm.tsx';
import { AnnouncementRow } from './AnnouncementRow.tsx';
import { useOpenDrafts } from './announcementDraft.ts';

/** While one is planned for now, or its messages are under way. */
const BUSY_EVERY_MS = 2000;

/** What can still be undone comes first. */
const GROUPS = [
  ['Planned', ['planned']],
  ['Under way', ['sending', 'shown']],
  ['Over', ['ended', 'cancelled']],
] as const satisfies [string, ListedAnnouncement['state'][]][];

/** What the organizer announces: what phones show now, what is planned, and what is over. */
export function AnnouncementsPage() {
  const member = useMember();
  const mayAnnounce = mayCall(member, 'planAnnouncement');
  const [isBusy, setBusy] = useState(false);
  const query = useStaffQuery(
    'getAnnouncementList',
    {},
    { live: ['announcement'], everyMs: isBusy ? BUSY_EVERY_MS : undefined },
  );
  const { shown, hasOthers, begin, edit, writeAgain, change, close } = useOpenDrafts(member.id);
  const announcements = query.data?.results.announcements ?? [];
  const isAnyBusy = announcements.some(({ state }) => state === 'sending' || state === 'planned');
  if (isAnyBusy !== isBusy) setBusy(isAnyBusy);
  const nowThere = query.data?.results.nowThere;
  return (
    <>
      <PageHead
        title="Announcements"
        actions={
          mayAnnounce &&
          !shown &&
          nowThere && <ActionButton onPress={() => begin(nowThere)}>New announcement</ActionButton>
        }
      >
        Short texts on every phone, and by mail or SMS where that is needed.
      </PageHead>
      <Loaded query={query}>
        {({ results }) => (
          <>
            {shown && (
              <AnnouncementForm
                // Another one begins with its own texts.
                key={shown.key}
                draft={shown.draft}
                hasOthers={hasOthers}
                sends={results}
                onChange={(changed) => change(shown.key, changed)}
                // Not the one that shows by then, if this was sent and another one was opened before the answer.
                onClose={() => close(shown.key)}
              />
            )}
            {results.announcements.length === 0 && !shown && (
              <Message icon={<AnnouncementIcon />}>Nothing has been announced yet.</Message>
            )}
            {GROUPS.map(([title, states]) => {
              const newestFirst = results.announcements.filter(({ state }) => states.some((one) => one === state));
              const group = title === 'Planned' ? newestFirst.toReversed() : newestFirst;
              if (group.length === 0) return null;
              return (
                <section key={title} aria-labelledby={`announcements-${title}`}>
                  <h2 id={`announcements-${title}`}>{title}</h2>
                  <Card as="ul" className={listStyles.list}>
                    {group.map((announcement) => (
                      <AnnouncementRow
                        key={announcement.id}
                        announcement={announcement}
                        mayAnnounce={mayAnnounce}
                        onEdit={() => edit(announcement)}
                        onTakenBack={(wasForNow) => writeAgain(announcement, wasForNow)}
                      />
                    ))}
                  </Card>
                </section>
              );
            })}
          </>
        )}
      </Loaded>
    </>
  );
}
