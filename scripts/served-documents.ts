import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { startApp } from '../src/app/app.ts';
import { readConfig } from '../src/app/config.ts';
import { type Documents, readDocuments } from './client/documents.ts';

/** Starts a service and reads the documents that it serves. */
export async function servedDocuments(): Promise<Documents> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vigil-documents-'));
  const config = readConfig({
    NODE_ENV: 'test',
    JWT_SECRET: 'for as long as two documents take',
    HOST: '127.0.0.1',
    PORT: '0',
    MQTT_PORT: 'off',
    LOG_LEVEL: 'error',
    DATA_DIR: dataDir,
  });
  const app = await startApp(config, { log: pino({ level: config.logLevel }, pino.destination(2)) });
  try {
    return await readDocuments(`http://127.0.0.1:${app.ports.http}/api`);
  } finally {
    await app.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
