import type { Credentials } from '@companion/contract/session';
import type { Page, Request } from '@playwright/test';
import { expect } from './browserTest.ts';
import { type StagedItem, stageContent } from './stageContent.ts';
import type { TestServer } from './testServer.ts';

export const PROGRAMME: StagedItem[] = [
  {
    id: 'keynote',
    title: 'Keynote',
    subtitle: 'How it began',
    room: 'Ballroom',
    sponsor: 'Acme',
    body: '<p>It began with <strong>one</strong> contract.</p>',
    start: '2026-06-09T13:00:00Z',
    end: '2026-06-09T14:00:00Z',
    speakerIds: ['bo', 'ada'],
  },
  {
    id: 'panel',
    title: 'Panel',
    start: '2026-06-10T13:00:00Z',
    end: '2026-06-10T14:00:00Z',
    room: 'Hall',
    speakerIds: ['ada'],
  },
  { id: 'ada', type: 'Speaker', title: 'Ada Speaker', subtitle: 'Engineer', body: '<p>Builds bridges.</p>' },
  { id: 'bo', type: 'Speaker', title: 'Bo Host' },
];

export const KEYNOTE = '/agenda/agenda/keynote';
export const THANKS = 'Thank you for your feedback.';

export const voteButton = (page: Page, name: 'Vote up' | 'Vote down') => page.getByRole('button', { name });
export const comment = (page: Page) => page.getByLabel('Your comment');
export const send = (page: Page) => page.getByRole('button', { name: /^(?:Send|Update) Comment$/ });

/** All stored votes or comments. */
export const votes = ({ services: { db } }: TestServer) =>
  db.selectFrom('votes').select(['account_id', 'content_id', 'vote']).execute();
export const comments = ({ services: { db } }: TestServer) =>
  db.selectFrom('comments').select(['account_id', 'content_id', 'comment']).execute();

/** Records the calls to this path: `POST up`, `PUT down`. */
export function watch(page: Page, path: 'votes' | 'comments'): string[] {
  const sent: string[] = [];
  page.on('request', (request: Request) => {
    if (!request.url().endsWith(`/public/content/${path}`)) return;
    const body = request.postDataJSON();
    sent.push(`${request.method()} ${body.vote ?? body.comment}`);
  });
  return sent;
}

export async function openItem(
  page: Page,
  server: TestServer & { signIn(page: Page): Promise<Credentials> },
  address = KEYNOTE,
): Promise<Credentials> {
  await stageContent(server, PROGRAMME);
  const session = await server.signIn(page);
  await page.goto(address);
  await expect(voteButton(page, 'Vote up')).toBeVisible();
  return session;
}
