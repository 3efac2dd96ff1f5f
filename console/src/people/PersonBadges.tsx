import type { ListedPerson } from '@companion/contract/staff/people';
import { useMember } from '../api/member.ts';
import { Badge } from '../page/Badge.tsx';
import { NOTHING_TYPED, useTyped } from '../page/unsaved.ts';
import { personFormKey, STATE_NAMES } from './personTexts.ts';

/** The state of a person in words, and whether something was typed about them and not saved. */
export const PersonBadges = ({ person }: { person: ListedPerson }) => (
  <>
    {useTyped(personFormKey(useMember().id, person.id)) !== NOTHING_TYPED && <Badge tone="stage">Not saved</Badge>}
    <Badge>{STATE_NAMES[person.step]}</Badge>
    {person.confirmed && <Badge tone="go">{STATE_NAMES.confirmed}</Badge>}
    {person.messageFailed && <Badge tone="stage">{STATE_NAMES.messageFailed}</Badge>}
  </>
);
