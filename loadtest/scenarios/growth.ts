import { growDevices } from '../growth/devices.ts';
import { growReadings } from '../growth/readings.ts';
import { growResponses } from '../growth/responses.ts';
import { inChapter } from '../progress.ts';
import type { Findings } from '../report.ts';
import { count, duration, sizes, words } from '../rules/options.ts';
import { scenario } from '../scenario.ts';

export const growth = scenario({
  about: 'CPU time of the service and the database per reading and response, as the amount of data grows.',
  options: {
    parts: words(['devices', 'readings', 'responses'], 'what grows'),
    devices: sizes([1_000, 10_000, 100_000], 'known wearables'),
    readings: sizes([1_000_000, 10_000_000, 50_000_000], 'stored readings (about 170 bytes of disk each)'),
    responses: sizes([10, 10_000, 1_000_000], 'finished responses (about 2 KB of disk each)'),
    rate: count(2_000, 'readings per second at every size'),
    duration: duration('15s', 'duration of the measurement at every size'),
    falls: count(200, 'falls at every number of responses'),
  },
  async run(values) {
    const works = {
      devices: growDevices,
      readings: growReadings,
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
