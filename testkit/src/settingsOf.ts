import type { ServerTest } from './serverTest.ts';

/** Returns the settings for a command on the database of this server. */
export function settingsOf({ services: { config } }: Pick<ServerTest, 'services'>): Record<string, string> {
  return {
    DATA_DIR: config.dataDir,
    ...(config.databaseUrl ? { DATABASE_URL: config.databaseUrl } : {}),
    ...(config.tokenSecret ? { TOKEN_SECRET: config.tokenSecret } : {}),
  };
}
