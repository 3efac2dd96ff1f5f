/** The server's own addresses, which the app never answers. */
const SERVER_PATHS = /^\/(api|event|assets|health|metrics|outbox|console)(\/|$)/;
/** Two slashes, or a slash and a backslash, begin the address of another site wherever the path is resolved. */
const BEGINS_AT_ROOT = /^\/(?![/\\])/;
/** A path without the slashes at its end. */
const UP_TO_SLASHES = /^.*[^/]/s;
const FILE_NAME = /\.\w+$/;
/** Pages of one question or item; ids may contain dots. */
const DETAIL_PAGES = /^\/(polls|agenda)\/[^/]+\/[^/]+$/;

/** The page of a session or a speaker, to follow the app's origin. Ids are escaped. */
export const itemPath = (campaignId: string, contentId: string): string =>
  `/agenda/${part(campaignId)}/${part(contentId)}`;

/** The page of a poll. */
export const pollPath = (campaignId: string, questionId: string): string =>
  `/polls/${part(campaignId)}/${part(questionId)}`;

const part = encodeURIComponent;

/** Where the build puts the HTML of a screen (`/login` -> `screens/login.html`); details of one item share a file. */
export function screenFile(path: string): string {
  const name = (UP_TO_SLASHES.exec(path)?.[0] ?? '').replace(DETAIL_PAGES, '/$1/_/_');
  return `screens/${name.slice(1) || 'index'}.html`;
}

/** Whether the app's page answers this path: the server sends the page, and offline the service worker does. */
export const isAppAddress = (path: string): boolean =>
  BEGINS_AT_ROOT.test(path) && !SERVER_PATHS.test(path) && (!FILE_NAME.test(path) || DETAIL_PAGES.test(path));
