import { STAGE_PICTURE_PATH } from '@companion/contract/staff/betweenPolls';
import { type StaffBrowser, signedInMember, staffBrowser, stageScreen } from '@companion/testkit/staffBrowser';
import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

let t: TwoNodes;
let host: StaffBrowser;
let screen: StaffBrowser;
beforeAll(async () => {
  t = await startTwoNodes();
  const { browser, member } = await signedInMember(t.first, 'host');
  host = browser;
  screen = staffBrowser({ url: t.secondUrl }, (await stageScreen(t.first, member.id)).cookies);
});
afterAll(() => t.stop());

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0e4a5a' } });
const put = (content: Buffer, alt = 'Our sponsors') =>
  host.send('putStagePicture', { body: { content: content.toString('base64'), alt } });
const get = (id: string, cookies: Map<string, string>) =>
  fetch(`${t.secondUrl}/api${STAGE_PICTURE_PATH}${id}`, {
    headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
  });
const between = async () => (await screen.ask('getStage')).results.between;

test('stage picture: what a host uploads shows on every node, is kept by browsers, replaced and removed (decision 059)', async () => {
  expect((await host.send('setBetweenPolls', { body: { shows: 'picture' } })).status).toBe(409);
  const png = await draw(1280, 720).png().toBuffer();
  expect((await put(png)).status).toBe(200);
  const shown = await between();
  expect(shown).toMatchObject({ shows: 'picture', picture: { alt: 'Our sponsors' } });
  const first = shown?.picture?.id ?? '';

  const response = await get(first, screen.cookies);
  expect(response.headers.get('content-type')).toBe('image/png');
  expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  const { width, height } = await sharp(await response.arrayBuffer()).metadata();
  expect([width, height]).toEqual([1280, 720]);
  expect((await get(first, new Map())).status).toBe(401);

  expect((await put(await draw(1920, 1080).webp().toBuffer(), 'Lunch')).status).toBe(200);
  expect((await between())?.picture).toMatchObject({ alt: 'Lunch' });
  expect((await get(first, screen.cookies)).status).toBe(404);
  expect(await t.first.services.db.selectFrom('stage_pictures').select('alt').execute()).toEqual([{ alt: 'Lunch' }]);

  expect((await host.ask('removeStagePicture')).results).toEqual({ shows: 'welcome', picture: null });
  expect(await between()).toMatchObject({ shows: 'welcome', picture: null });
  expect((await host.send('removeStagePicture')).status).toBe(404);
});

test('stage picture: what else is in the file, such as where it was taken, is neither stored nor shown', async () => {
  const photo = await draw(1280, 720)
    .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' }, IFD0: { Make: 'A camera' } })
    .jpeg()
    .toBuffer();
  expect((await put(Buffer.concat([photo, Buffer.from('<script>')]))).status).toBe(200);

  const { picture } = (await host.ask('getBetweenPolls')).results;
  const shown = Buffer.from(await (await get(picture?.id ?? '', screen.cookies)).arrayBuffer());

  expect(photo.includes('A camera')).toBe(true);
  expect(['A camera', '<script>'].filter((text) => shown.includes(text))).toEqual([]);
  expect((await sharp(shown).metadata()).exif).toBeUndefined();
  expect((await get('a%00', screen.cookies)).status).toBe(404);
  await host.ask('removeStagePicture');
});

test('stage picture: what is no picture, is too small, too large or without a text is rejected, and nothing changes', async () => {
  const noise = Buffer.from(Array.from({ length: 3 * 1024 * 1024 }, (_, index) => (index * 7919) % 251));
  const png = await draw(1280, 720).png().toBuffer();
  const rejected: [Buffer, string, number, object][] = [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'x', 400, { content: /PNG, JPEG or WebP/ }],
    [png.subarray(0, 12), 'x', 400, { content: /cannot be read/ }],
    [await draw(639, 720).png().toBuffer(), 'x', 400, { content: /640 × 360 pixels or more/ }],
    [await draw(3841, 720).jpeg().toBuffer(), 'x', 400, { content: /3840 × 2160 pixels or less/ }],
    [png, ' ', 400, { alt: /Required/ }],
    [noise, 'x', 413, {}],
  ];
  for (const [content, alt, status, errors] of rejected) {
    const answer = await put(content, alt);
    expect([answer.status, (answer.body as { errors?: object }).errors ?? {}]).toEqual([
      status,
      Object.fromEntries(Object.entries(errors).map(([field, text]) => [field, expect.stringMatching(text)])),
    ]);
  }
  expect((await host.ask('getBetweenPolls')).results.picture).toBeNull();
});
