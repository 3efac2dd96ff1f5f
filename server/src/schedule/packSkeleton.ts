import { Document } from 'yaml';
import { PLACEHOLDER_ID } from '../event/readPack.ts';
import { slugOf } from './packId.ts';

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" role="img" aria-label="Summit">' +
  '<rect x="3" y="3" width="34" height="34" rx="8" fill="none" stroke="#7a7a7a" stroke-width="4"/>' +
  '<path d="M11 27l9-14 9 14" fill="none" stroke="#7a7a7a" stroke-width="4" stroke-linecap="round" ' +
  'stroke-linejoin="round"/></svg>\n';

/**
 * Returns the files that a pack needs in addition to its agenda and speakers, by name. They are valid; texts that the
 * organizer must write begin with EDIT.
 * @param title the event's name, if the schedule has one
 */
export function packSkeleton(title: string | undefined): Record<string, string> {
  const event = new Document(
    {
      id: slugOf(title ?? '') || PLACEHOLDER_ID,
      name: title ?? 'EDIT: the name of the event',
      host: 'EDIT: the firm that runs it',
      tagline: 'EDIT: the line under the name',
      helpDesk: { email: 'edit@example.com', phone: 'EDIT: the phone of the help desk' },
      termsVersion: '1',
    },
    { schema: 'failsafe' },
  );
  event.commentBefore =
    ' Created by an import: replace every text that begins with EDIT. docs/event-pack.md explains the keys.';
  return {
    'event.yaml': event.toString({ lineWidth: 0 }),
    'sponsors.yaml': '# No sponsors yet: docs/event-pack.md explains how to add them.\n[]\n',
    'campaigns.yaml': '# No surveys and polls yet: docs/event-pack.md explains how to add them.\n[]\n',
    'welcome.md': 'EDIT: the text above the pre-event survey.\n',
    'thanks.md': 'EDIT: the text above the post-event survey.\n',
    'about.md': 'EDIT: about the event and the firm that runs it.\n',
    'privacy-policy.md': 'EDIT: privacy policy, terms of use and the non-disclosure clause.\n',
    'logo.svg': LOGO,
  };
}
