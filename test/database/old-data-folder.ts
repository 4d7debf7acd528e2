// Creates a data folder as version 0.1.0 left it, for scripts/check-packages.sh: old-data-folder.ts FOLDER
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { createOldDatabase } from './older-schema.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: old-data-folder.ts FOLDER');
const server = await startEmbeddedPostgres({ directory: join(folder, 'postgres'), log: silentLog() });
// Nothing listens there, and Vigil would not call a private address.
await createOldDatabase(server.url, { upTo: [8, 15], receiver: 'http://127.0.0.1:9' });
await server.stop();
