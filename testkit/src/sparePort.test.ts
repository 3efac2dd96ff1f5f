import { expect, test } from 'vitest';
import { LOWEST_PORT, sparePort } from './sparePort.ts';

test('spare port: is above the highest port that fetch refuses', async () => {
  const refusal = await fetch(`http://127.0.0.1:${LOWEST_PORT - 1}`).catch(({ cause }) => String(cause));

  expect(refusal).toContain('bad port');
  expect(await sparePort()).toBeGreaterThanOrEqual(LOWEST_PORT);
});
