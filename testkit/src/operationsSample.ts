import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './runCommand.ts';

/**
 * Returns the indented block of docs/operations.md after a line, with some texts replaced.
 * @param replaced each must be in the sample, so that a test does not replace a text that operators do not have
 */
export function operationsSample(lineBefore: RegExp, replaced: Record<string, string>): string {
  const document = readFileSync(path.join(ROOT, 'docs/operations.md'), 'utf8');
  const lines = document.split('\n');
  const start = lines.findIndex((line) => lineBefore.test(line)) + 1;
  const block = lines.slice(start);
  const first = block.findIndex((line) => line.startsWith('    '));
  const end = block.findIndex((line, index) => index > first && /^\S/.test(line));
  let sample = block
    .slice(first, end)
    .map((line) => line.slice(4))
    .join('\n');
  for (const [text, replacement] of Object.entries(replaced)) {
    if (start === 0 || !sample.includes(text)) throw new Error(`docs/operations.md: no ${text} after ${lineBefore}`);
    sample = sample.replaceAll(text, replacement);
  }
  return sample;
}
