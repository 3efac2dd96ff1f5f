import type { ListedPerson } from '@companion/contract/staff/people';
import { Badge } from '../page/Badge.tsx';
import { STATE_NAMES } from './personTexts.ts';

/** The state of a person in words. */
export const PersonBadges = ({ person }: { person: ListedPerson }) => (
  <>
    <Badge>{STATE_NAMES[person.step]}</Badge>
    {person.confirmed && <Badge tone="go">{STATE_NAMES.confirmed}</Badge>}
    {person.messageFailed && <Badge tone="stage">{STATE_NAMES.messageFailed}</Badge>}
  </>
);
