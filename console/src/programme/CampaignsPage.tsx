import { POST_EVENT_CAMPAIGN, PRE_EVENT_CAMPAIGN } from '@companion/contract/constants';
import type { ProgrammeEntry } from '@companion/contract/staff/programme';
import { PollIcon } from '@companion/web/ui/icons.tsx';
import { Message } from '@companion/web/ui/Message.tsx';
import { RowButton } from '../page/ActionButton.tsx';
import { FormField, StaffForm } from '../page/StaffForm.tsx';
import { useKeptFocus } from '../page/useKeptFocus.ts';
import { CampaignCard, campaignHeadingId } from './CampaignCard.tsx';
import styles from './CampaignsPage.module.css';
import { editProgramme, useEdit } from './editProgramme.tsx';
import { moveEdit } from './moveEdit.ts';
import { ProgrammeFrame } from './ProgrammeFrame.tsx';
import { entryTitle, PLACE_NAMES } from './programmeNames.ts';
import type { Draft } from './useProgramme.ts';

/** The surveys and the sets of polls, with their questions in order. */
export const CampaignsPage = () => (
  <ProgrammeFrame title={PLACE_NAMES.campaigns} place="campaigns">
    {(draft) => <Campaigns draft={draft} />}
  </ProgrammeFrame>
);

function Campaigns({ draft }: { draft: Draft }) {
  const { campaigns } = draft.programme;
  const ids = campaigns.map(({ id }) => id);
  const { edit } = useEdit();
  const move = (campaign: ProgrammeEntry, by: 1 | -1) => {
    const moved = moveEdit('campaigns', ids, ids, campaign.id, by);
    if (moved) void edit([moved], `“${entryTitle(campaign)}” is moved.`);
  };
  return (
    <>
      {campaigns.length === 0 && <Message icon={<PollIcon />}>There are no surveys and no polls yet.</Message>}
      {campaigns.map((campaign, index) => (
        <CampaignCard
          key={campaign.id}
          draft={draft}
          campaign={campaign}
          isFirst={index === 0}
          isLast={index === campaigns.length - 1}
          onMove={(by) => move(campaign, by)}
        />
      ))}
      <MissingSurveys campaigns={campaigns} />
      <NewCampaign />
    </>
  );
}

const SURVEYS = [
  { id: PRE_EVENT_CAMPAIGN, name: 'pre-event survey', title: 'Before the event' },
  { id: POST_EVENT_CAMPAIGN, name: 'post-event survey', title: 'After the event' },
];

/** The two surveys have ids that the app knows, so each is added as what it is. */
function MissingSurveys({ campaigns }: { campaigns: ProgrammeEntry[] }) {
  const { edit, isSending } = useEdit();
  // The survey that takes the place of its button is the last one.
  const keepFocus = useKeptFocus(() => document.getElementById(campaignHeadingId(campaigns.at(-1)?.id ?? '')));
  const missing = SURVEYS.filter(({ id }) => campaigns.every((campaign) => campaign.id !== id));
  if (missing.length === 0) return null;
  return (
    <p className={styles.missing} onFocus={keepFocus}>
      {missing.map(({ id, name, title }) => (
        <RowButton
          key={id}
          busy={isSending}
          onPress={() => void edit([{ op: 'add', list: 'campaigns', id, fields: { title } }], `The ${name} is added.`)}
        >
          Add the {name}
        </RowButton>
      ))}
    </p>
  );
}

const NewCampaign = () => (
  <section aria-labelledby="new-campaign">
    <h2 id="new-campaign">A new set of polls</h2>
    <p className={styles.hint}>Such as the polls of a day, or of a session. Attendees see its title above them.</p>
    <StaffForm
      action="Add"
      onSubmit={({ title = '' }) =>
        editProgramme([{ op: 'add', list: 'campaigns', fields: { title } }], 'The set of polls is added.')
      }
    >
      <FormField label="Title" name="title" autoComplete="off" />
    </StaffForm>
  </section>
);
