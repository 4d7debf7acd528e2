import { growDevices } from '../growth/devices.ts';
import { growReadings } from '../growth/readings.ts';
import { growResponses } from '../growth/responses.ts';
import { growSockets } from '../growth/sockets.ts';
import { inChapter } from '../progress.ts';
import type { Findings } from '../report.ts';
import { count, duration, sizes, words } from '../rules/options.ts';
import { scenario } from '../scenario.ts';

export const growth = scenario({
  about:
    'CPU time of the service and the database per reading, alert and response, as the amount of data and connections grows.',
  options: {
    parts: words(['devices', 'readings', 'sockets', 'responses'], 'what grows'),
    devices: sizes([1_000, 10_000, 100_000], 'known wearables'),
    readings: sizes([1_000_000, 10_000_000, 50_000_000], 'stored readings (about 170 bytes of disk each)'),
    sockets: sizes([10, 100, 1_000, 10_000], 'open live sockets'),
    responses: sizes([10, 10_000, 1_000_000], 'finished responses (about 2 KB of disk each)'),
    rate: count(2_000, 'readings per second at every size'),
    duration: duration('15s', 'duration of the measurement at every size'),
    falls: count(200, 'falls at every number of sockets or responses'),
  },
  async run(values) {
    const works = {
      devices: growDevices,
      readings: growReadings,
      sockets: growSockets,
      responses: growResponses,
    };
    const reports: Findings[] = [];
    for (const part of values.parts) {
      inChapter(part);
      reports.push(await works[part](values));
    }
    return {
      tables: reports.flatMap((report) => report.tables),
      checks: reports.flatMap((report) => report.checks),
      notes: reports.flatMap(({ notes = [] }) => notes),
    };
  },
});
