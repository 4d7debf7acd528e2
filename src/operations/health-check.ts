// The image's HEALTHCHECK: exits 0 while the service of this container answers that it works, else 1. By HTTPS where the
// service has a certificate, which is for the name that clients use and is not checked here.

import { existsSync } from 'node:fs';
import { get as getPlain } from 'node:http';
import { get as getByTls } from 'node:https';
import { readConfig } from '../platform/config/config.ts';

const PATIENCE_MS = 4_000;
const EVERYWHERE = new Set(['::', '0.0.0.0']);

if (existsSync('.env')) process.loadEnvFile();
const { host, port, tlsCertFile } = readConfig(process.env);
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
