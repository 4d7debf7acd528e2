import { join } from 'node:path';
import { diagnose } from '../operations/diagnose.ts';
import { openDatabase } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import { version } from './app.ts';
import { borrowDatabase } from './borrow-database.ts';
import { type Config, outlineConfig } from './config.ts';

interface DiagnosisDeps {
  readonly config: Config;
  readonly file: string | undefined;
  /** Whether the log comes by standard input. */
  readonly isLogGiven: boolean;
  readonly log: Log;
}

/** `diagnose [FILE] [--log]`, whether the service is running or not. */
export const packDiagnosis = ({ config, file, isLogGiven, log }: DiagnosisDeps): Promise<string> =>
  diagnose({
    config,
    settings: outlineConfig(config),
    version,
    file:
      file ?? join(config.dataDir, `vigil-diagnose-${new Date().toISOString().replaceAll(':', '-')}.tar.gz`),
    log: isLogGiven ? process.stdin : undefined,
    async withDatabase(work) {
      const borrowed = await borrowDatabase(config, log);
      try {
        const db = openDatabase({ url: borrowed.url, log });
        try {
          return await work(db);
        } finally {
          await db.close();
        }
      } finally {
        await borrowed.close();
      }
    },
  });
