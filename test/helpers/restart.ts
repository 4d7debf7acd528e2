import { startTestApp, type TestApp } from './app.ts';

/** Stops the app cleanly and starts it again on the same database, with the same clock. */
export async function restart(app: TestApp, env: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  await app.app.close();
  const { now } = app.clock;
  const next = await startTestApp({ ...env, DATABASE_URL: app.databaseUrl }, { now });
  return {
    ...next,
    databaseUrl: app.databaseUrl,
    async close() {
      await next.close();
      await app.close();
    },
  };
}
