import { startTestApp, type TestApp } from './app.ts';

/** Stops the app in good order and starts it anew on the same database, at the same time of its clock. */
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
