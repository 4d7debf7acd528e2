import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMqttLinks } from '../links/mqtt-link.ts';
import { closedLoop } from '../loops/closed-loop.ts';
import { openLoop } from '../loops/open-loop.ts';
import { atTheEnd } from '../machine/clean-up.ts';
import { startVigil } from '../machine/service.ts';
import { count, duration, optionalCount } from '../rules/options.ts';
import { type CpuProfile, sharesOf } from '../rules/profile.ts';
import { scenario } from '../scenario.ts';
import { seedDevices } from '../seed.ts';

const WARM_UP_SECONDS = 2;

export const profile = scenario({
  about:
    "where the service's main thread spends its time under QoS 1 readings over MQTT, flat out or at a rate.",
  options: {
    connections: count(500, 'connections'),
    window: count(4, 'readings in flight on each'),
    rate: optionalCount('readings per second', 'none: flat out'),
    duration: duration('6s', 'how long it is profiled'),
  },
  async run({ connections, window, rate, duration: seconds }) {
    const folder = mkdtempSync(join(tmpdir(), 'vigil-profile-'));
    atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
    process.env.VIGIL_NODE_OPTIONS = `--cpu-prof --cpu-prof-dir=${folder}`;
    const began = performance.now();
    const vigil = await startVigil();
    const links = await openMqttLinks(vigil.mqttPort, await seedDevices(vigil.databaseUrl, connections));
    await closedLoop(links, window, WARM_UP_SECONDS);
    const from = performance.now() - began;
    const driven = await (rate === undefined
      ? closedLoop(links, window, seconds)
      : openLoop({ links, rate, seconds }));
    const to = performance.now() - began;
    for (const link of links) link.close();
    await vigil.stop();
    const shares = sharesOf(mainThreadIn(folder), from, to);
    return {
      tables: [
        {
          title: `The main thread at ${Math.round(driven.stored / driven.seconds)} readings/s, with the profiler`,
          rows: shares.map(({ name, percent }) => ({ name, figures: { '% of its busy time': percent } })),
        },
      ],
      ratios: [],
      checks: [{ name: 'there is a profile', found: `${shares.length} parts`, holds: shares.length > 0 }],
      plots: [],
      notes: [],
    };
  },
});

/** Every thread writes one; that of the main thread is by far the largest. */
function mainThreadIn(folder: string): CpuProfile {
  const [largest] = readdirSync(folder)
    .map((name) => join(folder, name))
    .sort((a, b) => statSync(b).size - statSync(a).size);
  if (largest === undefined) throw new Error('the service wrote no profile');
  return JSON.parse(readFileSync(largest, 'utf8')) as CpuProfile;
}
