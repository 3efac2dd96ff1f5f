import { existsSync, readFileSync } from 'node:fs';

/**
 * Reads the settings of `.env` in the working folder, if there is one. Those that are set already stay.
 * @throws Error that names the file, if it cannot be read
 */
export function loadEnvFile(): void {
  if (!existsSync('.env')) return;
  try {
    // process.loadEnvFile reports a file that may not be read as missing.
    readFileSync('.env');
    process.loadEnvFile('.env');
  } catch (error) {
    throw new Error(`.env: the file cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}
