import type { ServerTest } from './serverTest.ts';

/** The settings of a command that is run beside this server. */
export function settingsOf({ services: { config } }: Pick<ServerTest, 'services'>): Record<string, string> {
  return {
    DATA_DIR: config.dataDir,
    ...(config.databaseUrl ? { DATABASE_URL: config.databaseUrl } : {}),
    ...(config.tokenSecret ? { TOKEN_SECRET: config.tokenSecret } : {}),
  };
}
