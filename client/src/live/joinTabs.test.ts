import { randomUUID } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { joinTabs, type Tab } from './joinTabs.ts';

interface Live {
  n?: number;
}

const open: Tab<Live>[] = [];
afterEach(() => {
  for (const tab of open.splice(0)) tab.leave();
});

/** Opens a tab of one browser: Node's locks and channels are those of the web. */
function openTab(accountId = 'anna', { isReturn = false, isSuspended = false } = {}) {
  const tab = { leads: false, known: {} as Live, heard: [] as Live[] };
  const joined = joinTabs<Live>({
    accountId,
    isReturn,
    lead: () => {
      tab.leads = true;
      return () => {
        tab.leads = false;
      };
    },
    known: () => tab.known,
    onUpdate: (update) => {
      if ('n' in update) tab.heard.push(update);
    },
    // A suspended tab keeps its lock and hears nothing.
    ...(isSuspended && { openChannel: () => new BroadcastChannel(randomUUID()) }),
  });
  open.push(joined);
  return Object.assign(tab, { joined });
}

const leaders = (tabs: { leads: boolean }[]) => tabs.filter(({ leads }) => leads).length;

test('tabs: one of ten leads, and passes on to all others what arrives', async () => {
  const tabs = Array.from({ length: 10 }, () => openTab());
  await expect.poll(() => leaders(tabs)).toBe(1);
  const leader = tabs.find(({ leads }) => leads);
  leader?.joined.post({ n: 1 });
  await expect.poll(() => tabs.filter(({ heard }) => heard.length > 0)).toHaveLength(9);
  expect(leaders(tabs)).toBe(1);
});

test('tabs: a new one gets at once what the leading one knows', async () => {
  const first = openTab();
  await expect.poll(() => first.leads).toBe(true);
  first.known = { n: 7 };
  const second = openTab();
  await expect.poll(() => second.heard).toEqual([{ n: 7 }]);
  expect([first.leads, second.leads]).toEqual([true, false]);
});

test('tabs: when the leading one leaves, another one leads', async () => {
  const [first, second] = [openTab(), openTab()];
  await expect.poll(() => first.leads).toBe(true);
  first.joined.leave();
  await expect.poll(() => second.leads).toBe(true);
  expect(first.leads).toBe(false);
});

test('tabs: one to which the attendee returns leads at once; the one before waits', async () => {
  const first = openTab();
  await expect.poll(() => first.leads).toBe(true);
  const returned = openTab('anna', { isReturn: true });
  await expect.poll(() => [first.leads, returned.leads]).toEqual([false, true]);
  returned.joined.leave();
  await expect.poll(() => first.leads).toBe(true);
});

test('tabs: a suspended one that leads is replaced', async () => {
  const suspended = openTab('anna', { isSuspended: true });
  await expect.poll(() => suspended.leads).toBe(true);
  const second = openTab();
  await expect.poll(() => second.leads).toBe(true);
});

test('tabs: what belongs to another account is neither heard nor passed on', async () => {
  const anna = openTab('anna');
  await expect.poll(() => anna.leads).toBe(true);
  anna.known = { n: 1 };
  const bob = openTab('bob');
  anna.joined.post({ n: 2 });
  await expect.poll(() => bob.leads).toBe(true);
  expect(bob.heard).toEqual([]);
  expect(anna.leads).toBe(false);
});

test('tabs: without locks each one leads', () => {
  vi.stubGlobal('navigator', {});
  const tabs = [openTab(), openTab()];
  expect(leaders(tabs)).toBe(2);
});
