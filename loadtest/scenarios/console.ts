import { setTimeout as delay } from 'node:timers/promises';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import { assign, type Caregiver, seedCaregivers } from '../caregivers.ts';
import { interleaved, sendFall } from '../falls.ts';
import { CHROMIUM_FLAGS, CHROMIUM_NAMES, findChromium } from '../machine/chromium.ts';
import { atTheEnd } from '../machine/clean-up.ts';
import { compileConsole } from '../machine/compiled.ts';
import { type RunningVigil, startVigil } from '../machine/service.ts';
import { doing } from '../progress.ts';
import { quietReading } from '../reading.ts';
import { Latencies } from '../rules/latencies.ts';
import { count, Mistake } from '../rules/options.ts';
import { scenario } from '../scenario.ts';
import { DEVICES_PER_USER, type SeededDevice, seedDevices } from '../seed.ts';

/** Simulates a cheap phone. */
const THROTTLING = 4;
const FRAME_MS = 16;
const VISIBLE_MS = 100;
const EVENTS = 40;
const APART_MS = 100;
/** The console observes a row one second after it appeared on the screen. */
const SETTLE_MS = 4_000;

export const board = scenario({
  about:
    "the console's board in a browser: script time per event with many patients and alerts on a CPU slowed down four times, and delay " +
    'from a fall to the screen at rest.',
  options: {
    patients: count(500, 'patients of one caregiver'),
    alerts: count(200, 'open alerts, each of another patient'),
    falls: count(100, 'timed falls at rest'),
  },
  async run({ patients, alerts, falls }) {
    if (alerts + 2 * EVENTS + falls > patients * DEVICES_PER_USER)
      throw new Mistake('too few patients for this number of falls');
    compileConsole();
    // No OK window: the board is measured, not the window.
    const vigil = await startVigil({ OK_WINDOW_SECONDS: '0' });
    const devices = await seedDevices(vigil.databaseUrl, patients * DEVICES_PER_USER);
    const [caregiver] = await seedCaregivers(vigil.databaseUrl, 1);
    if (caregiver === undefined) throw new Error('there is no caregiver');
    const owners = [...new Set(devices.map(({ userId }) => userId))];
    await assign(
      vigil.databaseUrl,
      owners.map((patientId) => ({ caregiverId: caregiver.id, patientId })),
    );
    const falling = interleaved(devices, DEVICES_PER_USER);
    for (const device of falling.slice(0, alerts)) await sendFall(vigil, device);
    doing('opening the board in a browser');
    const page = await openBoard(vigil, caregiver);
    await until(page, `document.querySelectorAll('.alert-card').length >= ${alerts}`);

    const visible = await timeFalls(vigil, page, falling.slice(alerts, alerts + falls));
    const costs = await measureEvents(vigil, page, caregiver, {
      falling: falling.slice(alerts + falls, alerts + falls + EVENTS),
      devices,
    });
    const spread = visible.spread();
    const worst = Math.max(...costs.map(({ figures }) => figures['script ms']));
    return {
      tables: [
        {
          title: `One event on a board of ${patients} patients and ${alerts} alerts, at ${THROTTLING} × CPU throttling`,
          rows: costs,
        },
        {
          title: "From a fall's reading to its card on the screen, at rest",
          rows: [
            {
              name: `${spread.count} falls`,
              figures: {
                'p50 ms': spread.p50,
                'p90 ms': spread.p90,
                'p99 ms': spread.p99,
                'max ms': spread.max,
              },
            },
          ],
        },
      ],
      checks: [
        {
          name: `an event takes less than ${FRAME_MS} ms of script`,
          found: `${worst.toFixed(1)} ms`,
          holds: worst < FRAME_MS,
        },
        {
          name: `p99 from fall to screen is at most ${VISIBLE_MS} ms`,
          found: `${spread.p99.toFixed(0)} ms`,
          holds: spread.p99 <= VISIBLE_MS,
        },
      ],
    };
  },
});

async function openBoard({ port }: RunningVigil, { token }: Caregiver): Promise<Page> {
  const executablePath = await findChromium();
  if (executablePath === undefined) throw new Mistake(`no ${CHROMIUM_NAMES.join(' or ')} in the PATH`);
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  atTheEnd(() => browser.close());
  const origin = `http://127.0.0.1:${port}`;
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 900 } });
  await context.addCookies([{ name: 'access_token', value: token, url: origin, sameSite: 'Strict' }]);
  const page = await context.newPage();
  await page.goto('/');
  return page;
}

const POLL_MS = 20;
const PATIENCE_MS = 20_000;

/** Playwright's own wait evaluates strings in the page, which the content security policy forbids. */
async function until(page: Page, expression: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await page.evaluate<boolean>(expression))) {
    if (performance.now() > deadline) throw new Error(`the board did not reach ${expression} in time`);
    await delay(POLL_MS);
  }
}

/** Time at which each card is on the screen: the frame after its insertion. */
const WATCH_CARDS = `
  globalThis.cards = [];
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node.dataset?.key);
    if (added.length > 0) requestAnimationFrame(() => setTimeout(() => {
      for (const _ of added) cards.push(Date.now());
    }));
  }).observe(document.querySelector('.cards'), { childList: true });
`;

/** One after the other: the board is at rest between them. */
async function timeFalls(
  vigil: RunningVigil,
  page: Page,
  falling: readonly SeededDevice[],
): Promise<Latencies> {
  doing(`${falling.length} falls, one after the other`);
  await page.evaluate(WATCH_CARDS);
  const latencies = new Latencies();
  for (const [index, device] of falling.entries()) {
    const sent = Date.now();
    await sendFall(vigil, device);
    await until(page, `cards.length > ${index}`);
    latencies.add((await page.evaluate<number>(`cards[${index}]`)) - sent);
    await delay(APART_MS);
  }
  return latencies;
}

interface Cost {
  readonly name: string;
  readonly figures: { readonly 'script ms': number; readonly 'all work ms': number };
}

/** Each kind separately, minus the idle work of the page, which updates timers. */
async function measureEvents(
  vigil: RunningVigil,
  page: Page,
  { token }: Caregiver,
  {
    falling,
    devices,
  }: { readonly falling: readonly SeededDevice[]; readonly devices: readonly SeededDevice[] },
): Promise<Cost[]> {
  const cdp = await page.context().newCDPSession(page);
  // Thread time, so that other programs on the machine do not count.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: THROTTLING });
  await page.evaluate(`document.querySelector('.person').scrollIntoView()`);
  await delay(SETTLE_MS);
  const idle = await work(cdp, () => delay(EVENTS * APART_MS));
  const costOf = async (
    name: string,
    event: (index: number) => Promise<unknown>,
    eventsEach = 1,
  ): Promise<Cost> => {
    const from = performance.now();
    const spent = await work(cdp, async () => {
      for (let index = 0; index < EVENTS; index += 1) {
        await event(index);
        await delay(APART_MS);
      }
      await delay(1_000);
    });
    const share = (performance.now() - from) / idle.ms;
    const events = EVENTS * eventsEach;
    return {
      name,
      figures: {
        'script ms': Math.max(0, (spent.script - idle.script * share) / events),
        'all work ms': Math.max(0, (spent.all - idle.all * share) / events),
      },
    };
  };
  const post = (path: string, as: string, body: object) =>
    fetch(`${vigil.url}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${as}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }).then((answer) => answer.text());

  const watched = await page.evaluate<string>(`document.querySelector('.person').dataset.key`);
  const worn = devices.find(({ userId }) => userId === watched);
  if (worn === undefined) throw new Error('no patient is on the screen');
  const open = await page.evaluate<string[]>(
    `[...document.querySelectorAll('.alert-card')].map((card) => card.dataset.key)`,
  );
  return [
    { name: 'a second goes by', figures: perSecond(idle) },
    await costOf('a reading', (index) =>
      post('/device/sensor-stream', worn.token, quietReading(worn.macAddress, 2_000 + 1_000 * index)),
    ),
    await costOf('J, to the next alert', () => page.keyboard.press('j')),
    // First the fall, then its explanation.
    await costOf(
      'a fall, each of its two',
      (index) => {
        const device = falling[index];
        return device === undefined ? Promise.resolve() : sendFall(vigil, device);
      },
      2,
    ),
    await costOf('somebody goes', (index) => post(`/falls/${open[index]}/claim`, token, {})),
    await costOf('a fall is resolved', (index) =>
      post(`/falls/${open[index]}/resolve`, token, { outcome: 'HELPED' }),
    ),
  ];
}

interface Work {
  readonly ms: number;
  readonly script: number;
  readonly all: number;
}

const perSecond = ({ ms, script, all }: Work): Cost['figures'] => ({
  'script ms': (script * 1_000) / ms,
  'all work ms': (all * 1_000) / ms,
});

/** Work of the page's thread meanwhile, in milliseconds. */
async function work(cdp: CDPSession, meanwhile: () => Promise<unknown>): Promise<Work> {
  const read = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    const secondsOf = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? 0;
    return { script: secondsOf('ScriptDuration') * 1_000, all: secondsOf('TaskDuration') * 1_000 };
  };
  const from = performance.now();
  const before = await read();
  await meanwhile();
  const after = await read();
  return { ms: performance.now() - from, script: after.script - before.script, all: after.all - before.all };
}
