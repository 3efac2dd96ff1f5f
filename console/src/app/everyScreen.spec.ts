import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { fillConsole } from '@companion/testkit/fillConsole';
import { fillProgramme } from '@companion/testkit/fillProgramme';
import { overflowing } from '@companion/testkit/overflowing';
import { signInToConsole } from '@companion/testkit/signInToConsole';
import { addMember, type StaffBrowser, signInAgain, staffBrowser } from '@companion/testkit/staffBrowser';
import type { TestServer } from '@companion/testkit/testServer';
import { scaled } from '@companion/testkit/timeScale';
import { untilQuiet } from '@companion/testkit/untilQuiet';
import type { Page } from '@playwright/test';
import { paths, routePatterns } from '../paths.ts';

/** A value for each parameter of an address. A screen with another one needs an example here. */
const EXAMPLES: Record<string, string> = {
  campaignId: 'post-event',
  questionId: 'improve',
  contentId: 'keynote-day-1',
  sessionId: 'keynote-day-1',
  speakerId: 'lenora-whitecrane',
  sponsorId: 'heronfield',
};
const SIZES = [
  { width: 1440, height: 900 },
  { width: 320, height: 568 },
  { width: 390, height: 844 },
];

/** So few that a test of them takes no longer than others. */
const SCREENS_PER_TEST = 10;

const routes = Object.entries(routePatterns);
const groups = Array.from({ length: Math.ceil(routes.length / SCREENS_PER_TEST) }, (_, index) =>
  routes.slice(index * SCREENS_PER_TEST, (index + 1) * SCREENS_PER_TEST),
);

for (const group of groups) {
  const names = group.map(([name]) => name).join(', ');
  test(`every screen of the console: is accessible in both themes, and nothing is wider than a phone: ${names}`, async ({
    page,
    server,
  }) => {
    // One after another, after the console is filled: the checks of each take seconds.
    test.setTimeout(scaled(120_000));
    const addresses = await fill(page, server);
    for (const [name, pattern] of group) {
      await test.step(name, async () => {
        await page.goto(addresses[pattern] ?? pattern.replace(/:(\w+)/g, (_, parameter) => exampleOf(parameter)));
        await untilQuiet(page);
        for (const size of SIZES) {
          await page.setViewportSize(size);
          expect(await overflowing(page), `${name}: elements wider than ${size.width} px`).toEqual([]);
        }
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        await expectAccessible(page);
      });
    }
  });
}

/** Signs an owner in, and fills the console. @returns the addresses that have no example */
async function fill(page: Page, server: TestServer): Promise<Record<string, string>> {
  const { id } = await signInToConsole(page, server, 'owner');
  const owner = await signInAgain(server, id);
  await fillConsole(server, owner);
  await fillProgramme(owner);
  // As long as the fields allow, without a place to break, and from right to left.
  await addMember(server, 'editor', { name: `مرحبا ${'w'.repeat(70)}`, email: `${'e'.repeat(60)}@example.com` });
  await owner.ask('createStageScreen', { body: { name: 'ש'.repeat(80) } });
  const { profile } = await server.registerProved({ lastName: 'w'.repeat(35), organizationName: 'e'.repeat(120) });
  return { ...(await linksOf(server, owner)), [routePatterns.person]: paths.person(profile.id) };
}

/** The screens that only a link with a token shows. */
async function linksOf(server: TestServer, owner: StaffBrowser): Promise<Record<string, string>> {
  const body = { email: 'invited@example.com', role: 'host' };
  const { results: invitation } = await owner.ask('inviteMember', { body });
  const { email } = await addMember(server, 'host');
  await staffBrowser(server).ask('requestStaffReset', { body: { email } });
  const mail = (await server.outbox()).find(({ to }) => to === email);
  return {
    [routePatterns.invitation]: invitation.link ?? '',
    [routePatterns.resetPassword]: /http\S+/.exec(mail?.text ?? '')?.[0] ?? '',
  };
}

function exampleOf(parameter: string): string {
  const example = EXAMPLES[parameter];
  if (!example) throw new Error(`:${parameter} needs an example in everyScreen.spec.ts`);
  return example;
}
