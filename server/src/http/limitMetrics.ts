import { setTimeout as delay } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import { wrongCodesLimit } from '../identity/session/wrongCodes.ts';
import { UNPROVED_MAILS, unprovedMailLimit } from '../messages/mailLimit.ts';
import { newPhonesBudgetOf, SMS_PURPOSES, smsBudgetOf } from '../messages/smsBudget.ts';
import { readCount } from '../platform/limit.ts';
import type { Services } from '../platform/services.ts';

/** A scrape that waited longer for a hanging database would lose all other metrics. */
const READ_TIMEOUT_MS = 2_000;

/** How much of each daily limit all nodes together have used. */
export function limitMetrics(register: Registry, { config, db, now }: Services): void {
  const registers = [register];
  const limits = [
    { label: 'wrong_codes', ...wrongCodesLimit(config) },
    ...SMS_PURPOSES.map((purpose) => ({ label: `sms_${purpose.replace('-', '_')}`, ...smsBudgetOf(config, purpose) })),
    { label: 'sms_sign_in_new_phones', ...newPhonesBudgetOf(config) },
    ...UNPROVED_MAILS.map((kind) => ({
      label: `mail_${kind.replace(' ', '_')}`,
      ...unprovedMailLimit(config, kind),
    })),
  ];
  const most = new Gauge({
    name: 'daily_limit',
    help: 'What may be used in 24 hours: wrong codes, SMS and mails by what they are for.',
    labelNames: ['limit'],
    registers,
  });
  for (const limit of limits) most.set({ limit: limit.label }, limit.max);
  new Gauge({
    name: 'daily_limit_used',
    help: 'How much of it is used, on all nodes together, as of the last answer of the database.',
    labelNames: ['limit'],
    registers,
    async collect() {
      const read = limits.map(async (limit) => {
        this.set({ limit: limit.label }, Math.min(limit.max, await readCount(db, now(), limit)));
      });
      await Promise.race([Promise.allSettled(read), delay(READ_TIMEOUT_MS, undefined, { ref: false })]);
    },
  });
}
