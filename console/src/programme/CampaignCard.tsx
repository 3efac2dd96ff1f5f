import { POST_EVENT_CAMPAIGN, PRE_EVENT_CAMPAIGN } from '@companion/contract/constants';
import type { ProgrammeEntry } from '@companion/contract/staff/programme';
import { buttonClass } from '@companion/web/ui/buttonClass.ts';
import { Card } from '@companion/web/ui/Card.tsx';
import { useState } from 'react';
import { Link } from 'react-router';
import { RowButton } from '../page/ActionButton.tsx';
import { Badge } from '../page/Badge.tsx';
import { ConfirmButton } from '../page/ConfirmDialog.tsx';
import { countText } from '../page/countText.ts';
import { Dialog, DialogText } from '../page/Dialog.tsx';
import { OrderButtons } from '../page/OrderButtons.tsx';
import { FormField, StaffForm } from '../page/StaffForm.tsx';
import { NEW_ENTRY, paths } from '../paths.ts';
import styles from './CampaignCard.module.css';
import { EntryBadges } from './EntryBadges.tsx';
import { editProgramme, useEdit } from './editProgramme.tsx';
import { removeEdit, setEdits, textOf } from './programmeEdits.ts';
import { entryTitle } from './programmeNames.ts';
import { QuestionList } from './QuestionList.tsx';
import type { Draft } from './useProgramme.ts';

interface CampaignCardProps {
  draft: Draft;
  campaign: ProgrammeEntry;
  isFirst: boolean;
  isLast: boolean;
  onMove(by: 1 | -1): void;
}

/** What the two surveys are called, and when attendees get the questions of each kind of campaign. */
const SURVEY_NAMES: Record<string, string> = {
  [PRE_EVENT_CAMPAIGN]: 'Pre-event survey',
  [POST_EVENT_CAMPAIGN]: 'Post-event survey',
};
const WHEN: Record<string, string> = {
  [PRE_EVENT_CAMPAIGN]: 'Attendees are asked once they have registered. Its questions are open from the start.',
  [POST_EVENT_CAMPAIGN]: 'Attendees are asked once the event has ended. Its questions are open from the start.',
};
const POLLS_WHEN = 'Polls for the stage: a new question is a draft, which no phone shows before a host opens it.';

export const campaignHeadingId = (id: string): string => `campaign-${id}`;

/** A survey or a set of polls: its title, and its questions in order. */
export function CampaignCard({ draft, campaign, isFirst, isLast, onMove }: CampaignCardProps) {
  const [isRenaming, setRenaming] = useState(false);
  const { id } = campaign;
  const title = entryTitle(campaign);
  const survey = SURVEY_NAMES[id];
  const questions = draft.programme.questions.filter((question) => question.campaign === id);
  return (
    <Card as="section" aria-labelledby={campaignHeadingId(id)} className={styles.campaign}>
      <div className={styles.head}>
        <div className={styles.title}>
          <h2 id={campaignHeadingId(id)} className="written">
            {title}
          </h2>
          {survey && <Badge>{survey}</Badge>}
          <EntryBadges draft={draft} list="campaigns" id={id} />
        </div>
        <span className={styles.order}>
          <OrderButtons name={title} isFirst={isFirst} isLast={isLast} onMove={onMove} />
        </span>
      </div>
      <p className={styles.when}>{WHEN[id] ?? POLLS_WHEN}</p>
      <QuestionList draft={draft} questions={questions} />
      <div className={styles.actions}>
        <Link
          to={`${paths.question(NEW_ENTRY)}?${new URLSearchParams({ campaign: id })}`}
          className={buttonClass('secondary')}
        >
          Add a question<span className="visually-hidden"> to {title}</span>
        </Link>
        <RowButton onPress={() => setRenaming(true)} aria-label={`Rename ${title}`}>
          Rename…
        </RowButton>
        <RemoveCampaign campaign={campaign} questions={questions} />
      </div>
      {isRenaming && <Rename id={id} title={textOf(campaign.title)} onClose={() => setRenaming(false)} />}
    </Card>
  );
}

/** `from` is the title that the member sees as the dialog opens. */
function Rename({ id, title: from, onClose }: { id: string; title: string; onClose(): void }) {
  const [before] = useState(from);
  return (
    <Dialog title={`Rename “${before}”`} onClose={onClose}>
      {(close) => (
        <DialogText>
          <StaffForm
            action="Save the title"
            onCancel={close}
            onSubmit={async ({ title = '' }) => {
              const edits = setEdits({ list: 'campaigns', id }, { title: before }, { title });
              if (await editProgramme(edits, 'The title is saved.')) close();
              return false;
            }}
          >
            <FormField label="Title" name="title" autoComplete="off" defaultValue={before} />
          </StaffForm>
        </DialogText>
      )}
    </Dialog>
  );
}

function RemoveCampaign({ campaign, questions }: { campaign: ProgrammeEntry; questions: ProgrammeEntry[] }) {
  const { edit } = useEdit();
  const title = entryTitle(campaign);
  const remove = () =>
    edit(
      [...questions.map((question) => removeEdit('questions', question)), removeEdit('campaigns', campaign)],
      `“${title}” is removed.`,
    );
  return (
    <ConfirmButton
      size="small"
      action="Remove"
      aria-label={`Remove ${title}`}
      title={`Remove “${title}”?`}
      onConfirm={remove}
    >
      <p>
        {questions.length === 0
          ? 'It has no questions.'
          : `Its ${countText(questions.length, 'question')} are removed with it. Once you publish, attendees no longer see them; answers stay stored, and in the archive.`}
      </p>
    </ConfirmButton>
  );
}
