// The image's HEALTHCHECK: exits 0 while the service in this container reports that it works, else 1. It uses HTTPS if
// the service has a certificate, and does not verify it, because it is issued for the public name.

import { existsSync } from 'node:fs';
import { get as getPlain } from 'node:http';
import { get as getByTls } from 'node:https';
import { readSettings } from '../platform/config/config.ts';
import { type PlatformConfig, settings } from '../platform/config/settings.ts';

const PATIENCE_MS = 4_000;
const EVERYWHERE = new Set(['::', '0.0.0.0']);

if (existsSync('.env')) process.loadEnvFile();
const { host, port, tlsCertFile } = readSettings<PlatformConfig>([settings], process.env);
const get = tlsCertFile === undefined ? getPlain : getByTls;
const request = get(
  {
    host: EVERYWHERE.has(host) ? '127.0.0.1' : host,
    port,
    path: '/api/health',
    rejectUnauthorized: false,
    timeout: PATIENCE_MS,
  },
  ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1),
);
request.on('error', () => process.exit(1));
request.on('timeout', () => process.exit(1));
