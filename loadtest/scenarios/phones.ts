import { burstOfFalls } from '../phones/burst.ts';
import { pushBesideHanging } from '../phones/hanging.ts';
import { inChapter } from '../progress.ts';
import type { Report } from '../report.ts';
import { count, words } from '../rules/options.ts';
import { scenario } from '../scenario.ts';

export const phones = scenario({
  about:
    'delay of push messages beside gateways that hang for 30 s, and a burst of falls with SMS, calls, caps and order.',
  options: {
    parts: words(['hanging', 'burst'], 'what is measured'),
    falls: count(300, 'falls at each of three services whose gateways answer or hang'),
    rounds: count(5, 'rounds in which these services take turns'),
    burst: count(1000, 'falls of each burst'),
  },
  async run({ parts, falls, rounds, burst }) {
    const works = {
      hanging: () => pushBesideHanging({ falls, rounds }),
      burst: () => burstOfFalls({ falls: burst }),
    };
    const reports: Report[] = [];
    for (const part of parts) {
      inChapter(part);
      reports.push(await works[part]());
    }
    return {
      tables: reports.flatMap((report) => report.tables),
      ratios: reports.flatMap((report) => report.ratios),
      checks: reports.flatMap((report) => report.checks),
      plots: [],
      notes: reports.flatMap((report) => report.notes),
    };
  },
});
