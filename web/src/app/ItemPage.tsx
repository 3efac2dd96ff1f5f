import { lazy } from 'react';
import { ContentItemPage } from '../agenda/ContentItemPage.tsx';

const NotLoaded = () => <p>The questions could not be loaded. Reload this page to see them.</p>;

/** Their code is not needed to read the page, which works without it. */
const SessionAudienceQuestions = lazy(() =>
  import('../audienceQuestions/SessionAudienceQuestions.tsx').then(
    (file) => ({ default: file.SessionAudienceQuestions }),
    () => ({ default: NotLoaded }),
  ),
);

/** An item of the agenda with the questions from the hall, which the agenda does not know. */
export const ItemPage = () => (
  <ContentItemPage renderAudienceQuestions={(contentId) => <SessionAudienceQuestions contentId={contentId} />} />
);
