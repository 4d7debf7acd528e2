import { join, resolve } from 'node:path';
import { hostUrls } from '../platform/database/database-url.ts';
import type { Config } from './config.ts';

const DEFAULT_PORT = '5432';

export const embeddedFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string =>
  resolve(join(dataDir, 'postgres'));

/** For the operator, without user and password. */
export const databaseName = (config: Pick<Config, 'databaseUrl' | 'dataDir'>): string =>
  config.databaseUrl === undefined
    ? `embedded PostgreSQL in ${embeddedFolder(config)}`
    : nameOf(hostUrls(config.databaseUrl).map((url) => new URL(url)));

function nameOf(urls: readonly URL[]): string {
  const hosts = urls.map(({ hostname, port, searchParams }) => {
    const host = searchParams.get('host') ?? decodeURIComponent(hostname);
    // A path is the folder of a Unix socket.
    return host.startsWith('/') ? host : `${host}:${searchParams.get('port') ?? (port || DEFAULT_PORT)}`;
  });
  const [url] = urls;
  // Like libpq: without a name, that of the user.
  const name = decodeURIComponent(url?.pathname.slice(1) || url?.username || '');
  return `PostgreSQL ${name || '(default)'} on ${hosts.join(', ')}`;
}
