import type { ContentItem } from '@companion/contract/content';
import { Link, useNavigate } from 'react-router';
import { originState } from '../page/origin.ts';
import { paths } from '../paths.ts';
import { ShareIcon } from '../ui/icons.tsx';
import textButton from '../ui/TextButton.module.css';
import { shareLink } from './shareLink.ts';

/** Shares the link of an item by the system's share sheet, or on a screen where there is none (decision 073). */
export function ShareButton({ item }: { item: ContentItem }) {
  const navigate = useNavigate();
  const screen = paths.share(item.campaignId, item.id);
  const state = originState(item.title);
  if (!('share' in navigator)) {
    return (
      <Link to={screen} state={state} className={textButton.button}>
        <ShareIcon />
        Share
      </Link>
    );
  }
  const share = async () => {
    try {
      await navigator.share({ title: item.title, url: shareLink(item) });
    } catch (error) {
      // The person has closed the sheet, or it is open already. All else: the system cannot share.
      if (!['AbortError', 'InvalidStateError'].includes(Object(error).name)) navigate(screen, { state });
    }
  };
  return (
    <button type="button" className={textButton.button} onClick={share}>
      <ShareIcon />
      Share
    </button>
  );
}
