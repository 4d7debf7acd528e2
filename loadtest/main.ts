// npm run loadtest -- <what> [options]
const SCENARIOS: Readonly<Record<string, () => Promise<{ run(args: string[]): Promise<number> }>>> = {
  http: () => import('./http.ts'),
  scoring: () => import('./scoring.ts'),
  mqtt: () => import('./mqtt.ts'),
  live: () => import('./live.ts'),
  lists: () => import('./lists.ts'),
};

const [name = '', ...args] = process.argv.slice(2);
const scenario = SCENARIOS[name];
if (scenario === undefined) {
  console.error(`usage: npm run loadtest -- ${Object.keys(SCENARIOS).join('|')} [options]`);
  process.exitCode = 1;
} else {
  const { run } = await scenario();
  process.exitCode = await run(args);
}
