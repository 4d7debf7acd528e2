import { setTimeout as delay } from 'node:timers/promises';
import { assign, seedCaregivers } from '../caregivers.ts';
import { putOn } from '../falls.ts';
import { compiledOf } from '../machine/compiled.ts';
import { type Costs, startCosts } from '../machine/costs.ts';
import { type RunningVigil, startVigil } from '../machine/service.ts';
import { inChapter } from '../progress.ts';
import { createBrowser } from '../response/browser.ts';
import { addChannels, setEscalationPolicy } from '../response/channels.ts';
import { sendWithin } from '../response/falls.ts';
import { KINDS, type Receiver, startReceiver } from '../response/receiver.ts';
import { count, path } from '../rules/options.ts';
import { scenario } from '../scenario.ts';
import { type SeededDevice, seedDevices } from '../seed.ts';

const BURST_SECONDS = 10;
const MOST_EXTRA = 1.1;
/** The reports of the last messages. */
const SETTLE_MS = 3_000;
/** A busy machine may need longer for the messages than for the falls: their CPU must all be counted. */
const MOST_MS = 120_000;
const LOOK_MS = 100;

interface Candidate {
  readonly name: string;
  readonly vigil: RunningVigil;
  readonly receiver: Receiver;
  readonly bursts: readonly (readonly SeededDevice[])[];
}

export const receipts = scenario({
  about:
    'CPU of a fall whose notifications are reported as received, beside the same service without receipts, or an earlier version.',
  options: {
    falls: count(1000, `falls within ${BURST_SECONDS} s; three messages each`),
    rounds: count(3, 'bursts of each, in turn, after one to warm up'),
    before: path(
      'checkout of an earlier version to compare with; without it, this one with RECEIPT_SECONDS=0',
    ),
  },
  async run({ falls, rounds, before }) {
    const browser = createBrowser();
    /** Each person's phone has its own address: docs/response.md, "Receipts". */
    let phones = 0;
    let refused = 0;
    let reported = 0;
    const reports: Promise<void>[] = [];
    async function report(vigil: RunningVigil, body: Buffer): Promise<void> {
      phones += 1;
      const answer = await fetch(`${vigil.url}/receipts`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Forwarded-For': `10.${(phones >> 16) & 255}.${(phones >> 8) & 255}.${phones & 255}`,
        },
        body: JSON.stringify({ receipt: browser.receiptIn(body), state: 'received' }),
      });
      await answer.arrayBuffer();
      reported += 1;
      if (answer.status !== 204) refused += 1;
    }
    async function open(name: string, hasReceipts: boolean, main?: string): Promise<Candidate> {
      const env = {
        OK_WINDOW_SECONDS: '0',
        ALLOW_PRIVATE_TARGETS: 'true',
        TRUST_PROXY: '127.0.0.1',
        // A path test costs the same with and without receipts, and earlier versions have none.
        ...(main === undefined && { PATH_TEST_MINUTES: '0', RECEIPT_SECONDS: hasReceipts ? '20' : '0' }),
      };
      const vigil = await startVigil(env, [], main);
      const receiver = await startReceiver();
      if (hasReceipts) receiver.onPush = (body) => void reports.push(report(vigil, body));
      await setEscalationPolicy(vigil.databaseUrl);
      const devices = await seedDevices(vigil.databaseUrl, falls * (rounds + 1), 0, 1);
      const caregivers = await seedCaregivers(vigil.databaseUrl, devices.length);
      const teams = devices.map(({ userId: patientId }, i) => ({
        caregiverId: caregivers[i]?.id ?? '',
        patientId,
      }));
      await assign(vigil.databaseUrl, teams);
      await addChannels(
        vigil.databaseUrl,
        caregivers,
        KINDS,
        () => receiver.url,
        () => browser.keys,
      );
      await putOn(vigil, devices);
      const bursts = Array.from({ length: rounds + 1 }, (_, n) => devices.slice(n * falls, (n + 1) * falls));
      return { name, vigil, receiver, bursts };
    }
    const candidates = [
      await open(
        before === undefined ? 'RECEIPT_SECONDS=0, no reports' : 'before',
        false,
        before && compiledOf(before),
      ),
      await open('every push reported as received', true),
    ];
    const spent = new Map<string, Costs[]>(candidates.map(({ name }) => [name, []]));
    let missing = 0;
    for (let round = 0; round <= rounds; round += 1)
      for (const { name, vigil, receiver, bursts } of candidates) {
        inChapter(`${round}/${rounds} ${name}`);
        const costs = startCosts(vigil);
        await sendWithin(vigil, bursts[round] ?? [], BURST_SECONDS);
        const lacking = () =>
          KINDS.reduce((sum, kind) => sum + falls * (round + 1) - receiver.arrived[kind].size, 0);
        const until = performance.now() + MOST_MS;
        while (lacking() > 0 && performance.now() < until) await delay(LOOK_MS);
        await Promise.all(reports);
        await delay(SETTLE_MS);
        missing += lacking();
        if (round > 0) spent.get(name)?.push(costs());
      }
    for (const { vigil, receiver } of candidates) {
      await vigil.stop();
      await receiver.close();
    }
    const figures = [...spent].map(([name, costs]) => {
      const [service, database] = [medianOf(costs, 'server'), medianOf(costs, 'database')];
      const each = (seconds: number): number => (seconds * 1000) / falls;
      return {
        name,
        figures: {
          'service CPU ms/fall': each(service),
          'database CPU ms/fall': each(database),
          'CPU ms/fall': each(service + database),
        },
      };
    });
    const [without = Number.NaN, given = Number.NaN] = figures.map(({ figures }) => figures['CPU ms/fall']);
    const ratio = given / without;
    return {
      tables: [{ title: `${falls} falls in ${BURST_SECONDS} s, median of ${rounds}`, rows: figures }],
      ratios: [{ name: 'CPU without receipts / with receipts', value: 1 / ratio, goal: 1 / MOST_EXTRA }],
      checks: [
        {
          name: `a fall with receipts takes at most ${MOST_EXTRA} × the CPU`,
          found: ratio.toFixed(3),
          holds: ratio <= MOST_EXTRA,
        },
        {
          name: 'every message arrives, and every report is taken',
          found: `${missing} missing, ${refused} of ${reported} refused`,
          holds: missing === 0 && refused === 0 && reported >= falls * (rounds + 1),
        },
      ],
    };
  },
});

function medianOf(costs: readonly Costs[], payer: 'server' | 'database'): number {
  const sorted = costs.map((one) => one[payer]).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
