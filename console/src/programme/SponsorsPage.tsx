import type { ProgrammeEntry } from '@companion/contract/staff/programme';
import { buttonClass } from '@companion/web/ui/buttonClass.ts';
import { Card } from '@companion/web/ui/Card.tsx';
import { SponsorsIcon } from '@companion/web/ui/icons.tsx';
import { Message } from '@companion/web/ui/Message.tsx';
import { Link } from 'react-router';
import listStyles from '../page/list.module.css';
import { ORDER_KEYS, OrderButtons, orderKeys } from '../page/OrderButtons.tsx';
import { NEW_ENTRY, paths } from '../paths.ts';
import { EntryBadges } from './EntryBadges.tsx';
import entryStyles from './EntryList.module.css';
import { ProgrammeFrame } from './ProgrammeFrame.tsx';
import { pictureOf } from './pictureUrl.ts';
import { textOf } from './programmeEdits.ts';
import { entryTitle } from './programmeNames.ts';
import styles from './SponsorsPage.module.css';
import { sponsorsByTier, tierOf } from './sponsorTiers.ts';
import { useMoveEntry } from './useMoveEntry.ts';
import type { Draft } from './useProgramme.ts';

/** The sponsors of the draft by tier, in the order in which phones show them. */
export function SponsorsPage() {
  return (
    <ProgrammeFrame
      title="Sponsors"
      place="sponsors"
      actions={
        <Link to={paths.sponsor(NEW_ENTRY)} className={buttonClass()}>
          New sponsor
        </Link>
      }
    >
      {(draft) => <Tiers draft={draft} />}
    </ProgrammeFrame>
  );
}

function Tiers({ draft }: { draft: Draft }) {
  const move = useMoveEntry('sponsors');
  const tiers = sponsorsByTier(draft.programme);
  if (tiers.length === 0) {
    return <Message icon={<SponsorsIcon filled={false} />}>There are no sponsors yet.</Message>;
  }
  return tiers.map(([tier, sponsors]) => (
    <section key={tier} aria-label={tier || 'Without a tier'}>
      <h2 className="written">{tier || 'Without a tier'}</h2>
      <Card as="ul" className={listStyles.list}>
        {sponsors.map((sponsor, index) => (
          <SponsorRow
            key={sponsor.id}
            draft={draft}
            sponsor={sponsor}
            isFirst={index === 0}
            isLast={index === sponsors.length - 1}
            onMove={(by) => move(sponsor, by, (one) => tierOf(one) === tier)}
          />
        ))}
      </Card>
    </section>
  ));
}

interface SponsorRowProps {
  draft: Draft;
  sponsor: ProgrammeEntry;
  isFirst: boolean;
  isLast: boolean;
  onMove(by: 1 | -1): void;
}

function SponsorRow({ draft, sponsor, isFirst, isLast, onMove }: SponsorRowProps) {
  const { id, url } = sponsor;
  const name = entryTitle(sponsor);
  const logo = pictureOf(draft, 'sponsors', textOf(sponsor.logo));
  return (
    <li className={listStyles.row} onKeyDown={orderKeys(onMove)}>
      <span className={styles.logo}>{logo && <img src={logo.src} alt="" loading="lazy" />}</span>
      <div className={listStyles.text}>
        <Link to={paths.sponsor(id)} className={`written ${listStyles.name}`} aria-keyshortcuts={ORDER_KEYS}>
          {name}
        </Link>
        <span className={`written ${listStyles.detail}`}>{textOf(url)}</span>
      </div>
      <EntryBadges draft={draft} list="sponsors" id={id} />
      <div className={entryStyles.order}>
        <OrderButtons name={name} isFirst={isFirst} isLast={isLast} onMove={onMove} />
      </div>
    </li>
  );
}
