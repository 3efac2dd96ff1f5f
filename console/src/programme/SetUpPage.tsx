import { useStaffMutation } from '../api/sendStaffCall.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { ConfirmButton } from '../page/ConfirmDialog.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { Notice } from '../page/Notice.tsx';
import { Checklist } from './Checklist.tsx';
import { DRAFT_READS } from './editProgramme.tsx';
import { ProgrammeFrame } from './ProgrammeFrame.tsx';
import { setUpSteps } from './setUpSteps.ts';
import type { Draft } from './useProgramme.ts';

/** Leads from an empty server to a published event. Each step can be left and resumed: it is as far as the draft is. */
export const SetUpPage = () => (
  <ProgrammeFrame title="Set up the event" place="setup">
    {(draft) => (
      <>
        <DemoNotice draft={draft} />
        <Steps draft={draft} />
      </>
    )}
  </ProgrammeFrame>
);

function Steps({ draft }: { draft: Draft }) {
  const query = useStaffQuery('getReadiness', {});
  return <Loaded query={query}>{({ results }) => <Checklist items={setUpSteps(draft, results)} />}</Loaded>;
}

/** The demo event, one press away on an empty server, and away with one. */
function DemoNotice({ draft: { draft } }: { draft: Draft }) {
  const start = useStaffMutation('startDemo', DRAFT_READS);
  const remove = useStaffMutation('removeDemo', DRAFT_READS);
  if (draft.isDemo) {
    return (
      <Notice
        label="Demo event"
        actions={
          <ConfirmButton
            title="Remove the demo event?"
            action="Remove the demo event"
            busy={remove.isSending}
            onConfirm={() => remove.send({}, 'The demo event is removed.')}
          >
            <p>
              Its sessions, speakers, sponsors and questions go away, and so do announcements and all votes, comments,
              answers, questions from the hall and messages that attendees wrote to it. Their accounts stay, and so does
              what you have added or changed in the draft since it was published. It cannot be undone.
            </p>
          </ConfirmButton>
        }
      >
        <p>This is the demo event. Try everything; then remove it and set up your own.</p>
      </Notice>
    );
  }
  if (draft.revision > 0 || draft.changes > 0) return null;
  return (
    <Notice
      label="Demo event"
      actions={
        <ActionButton
          variant="secondary"
          busy={start.isSending}
          onPress={() => void start.send({}, 'The demo event is published.')}
        >
          Start the demo event
        </ActionButton>
      }
    >
      <p>Would you like to look around first? The demo event has two days of sessions. You remove it with one press.</p>
    </Notice>
  );
}
