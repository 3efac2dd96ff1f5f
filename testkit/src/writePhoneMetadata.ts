import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import metadata from 'libphonenumber-js/metadata.min.json';
import { ROOT } from './runCommand.ts';

const FILE = join(ROOT, 'contract/src/usPhoneMetadata.ts');

/** Returns the metadata of the United States, without those of all other countries (82 KB). */
export function usMetadata() {
  const { version, countries } = metadata;
  return { version, country_calling_codes: { 1: ['US'] }, countries: { US: countries.US } };
}

/** `npm run phone-metadata`: writes them into the contract, so that the browser loads no others. */
if (import.meta.main) {
  await writeFile(
    FILE,
    `import type { MetadataJson } from 'libphonenumber-js/core';

/** Written by \`npm run phone-metadata\`; a test compares it with the installed library. */
export const usPhoneMetadata: MetadataJson = JSON.parse(
  String.raw\`${JSON.stringify(usMetadata())}\`,
);
`,
  );
}
