import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of the package, as the log and the metrics tell it. */
export const VERSION: string = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
).version;
