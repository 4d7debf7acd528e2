import type { ExportSource } from '../platform/database/export-sources.ts';
import { coverageLines } from './store.ts';

const DAYS_PER_PAGE = 200;

/** Minutes are those of the day of UTC, the last one excluded. */
export const exportSources: readonly ExportSource[] = [
  {
    file: 'coverage.csv',
    async *read(q, userId) {
      yield 'day,kind,from_minute,until_minute\n';
      for (let last = '-infinity'; ; ) {
        const page = await coverageLines(q, userId, last, DAYS_PER_PAGE);
        if (page === undefined) return;
        yield `${page.lines}\n`;
        last = page.last;
      }
    },
  },
];
