import { autocannonMeasure } from '../autocannon.ts';
import { findRate } from '../find-rate.ts';
import { openHttpLinks } from '../links/http-link.ts';
import { openLiveLinks } from '../links/live-link.ts';
import { loadOptions } from '../load-options.ts';
import { requireOpenFiles } from '../machine/file-limit.ts';
import { startVigil } from '../machine/service.ts';
import { comparison, type Measured, measure, noneFailed } from '../measured.ts';
import { scenario } from '../scenario.ts';
import { seedDevices } from '../seed.ts';
import { comparedWithTable } from '../stored.ts';

const GOAL = 1.2;

export const ws = scenario({
  about:
    'durable readings per second over the live socket, beside HTTP with an equally light client and with autocannon,\n' +
    'with as many connections, in one run.',
  options: loadOptions({ connections: 400, window: 1 }),
  async run(values) {
    const { connections, duration: seconds, window, rate } = values;
    requireOpenFiles(connections);
    const vigil = await startVigil();
    const { port, databaseUrl } = vigil;
    const devices = await seedDevices(databaseUrl, values.devices);
    if (values['find-rate']) {
      const links = await openLiveLinks(port, devices, connections);
      return findRate({
        over: 'WebSocket',
        links,
        payers: vigil,
        databaseUrl,
        window,
        boundMs: values.p99,
        stepSeconds: values.step,
      });
    }
    const load = { payers: vigil, seconds, rate };
    const { done: ours, check } = await comparedWithTable(databaseUrl, () =>
      measure({
        ...load,
        name: `WebSocket, ${window} in flight on each`,
        open: () => openLiveLinks(port, devices, connections),
        window,
      }),
    );
    const rivals: Measured[] = [];
    if (!values['no-baselines']) {
      const open = () => openHttpLinks(port, devices, connections);
      rivals.push(await measure({ ...load, name: 'HTTP, an equally light client', open, window: 1 }));
      if (rate === undefined) {
        const name = 'HTTP, autocannon';
        rivals.push(
          await autocannonMeasure({ name, server: vigil, payers: vigil, devices, connections, seconds }),
        );
      }
    }
    return {
      tables: [
        {
          title: `Readings over the live socket, ${connections} connections, ${rate === undefined ? 'closed loop' : `${rate}/s`}`,
          rows: comparison([ours, ...rivals]),
        },
      ],
      ratios:
        rate === undefined
          ? rivals.map(({ name, perSecond }) => ({
              name: `WebSocket / ${name}`,
              value: ours.perSecond / perSecond,
              goal: GOAL,
            }))
          : [],
      checks: [check, noneFailed(ours)],
      plots: [],
      notes: [],
    };
  },
});
