import { startTestApp, type TestApp } from './app.ts';

/** Stops the app cleanly and starts it again on the same database, with the same clock. */
export async function restart(app: TestApp, env: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  await app.app.close();
  const ahead = app.clock.now() - Date.now();
  const next = await startTestApp({ ...env, DATABASE_URL: app.databaseUrl });
  next.clock.advance(ahead);
  return {
    ...next,
    databaseUrl: app.databaseUrl,
    async close() {
      await next.close();
      await app.close();
    },
  };
}
