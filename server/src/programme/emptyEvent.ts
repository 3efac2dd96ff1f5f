import { hash } from 'node:crypto';
import { DEFAULT_TIME_ZONE } from '@companion/contract/eventDefaults';
import type { Programme } from '@companion/contract/staff/programme';
import type { Asset } from '../event/assetQueries.ts';
import type { Pack } from '../event/readPack.ts';
import type { Services } from '../platform/services.ts';
import { checkProgramme } from './checkProgramme.ts';

const LOGO: Asset = {
  type: 'svg',
  content: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><style>path{fill:none;stroke:#0e4a5a;stroke-width:4;' +
      'stroke-linecap:round;stroke-linejoin:round}@media (prefers-color-scheme:dark){path{stroke:#7cc0d0}}</style>' +
      '<path d="M7 12a4 4 0 0 1 4-4h18a4 4 0 0 1 4 4v17a4 4 0 0 1-4 4H11a4 4 0 0 1-4-4zM7 17h26M14 5v6M26 5v6"/></svg>',
  ),
};

export const EMPTY_LOGO = { ...LOGO, sha256: hash('sha256', LOGO.content, 'hex') };

/** What a server without an event shows, until the staff publish theirs. It is valid, so that no code lacks an event. */
export const EMPTY_EVENT: Programme = {
  event: {
    id: 'your-event',
    name: 'Your event',
    host: 'The organizer',
    tagline: 'The programme is on its way',
    timeZone: DEFAULT_TIME_ZONE,
    firstDay: 'today',
    days: '2',
    termsVersion: '1.0',
    helpDeskEmail: 'help@example.com',
    helpDeskPhone: '(202) 555-0100',
  },
  texts: { welcome: 'Welcome!', thanks: 'Thank you for being here!' },
  pictures: { 'logo.svg': EMPTY_LOGO.sha256 },
  agenda: [],
  speakers: [],
  sponsors: [],
  campaigns: [],
  questions: [],
};

/** Checks the empty event, before the transaction that publishes it. */
export async function prepareEmpty({ db, now }: Pick<Services, 'db' | 'now'>): Promise<Pack> {
  const { pack, problems } = await checkProgramme(db, EMPTY_EVENT, now());
  if (!pack) throw new TypeError(`The event of an empty server has problems: ${JSON.stringify(problems)}`);
  return pack;
}
