// The image's HEALTHCHECK: exits 0 while the service in this container reports that it works, else 1. It uses HTTPS if
// the service has a certificate, and does not verify it, because it is issued for the public name.

import { existsSync } from 'node:fs';
import { readSettings } from '../platform/config/config.ts';
import { type PlatformConfig, settings } from '../platform/config/settings.ts';
import { serviceUrl } from './here.ts';
import { ask } from './installations/ask.ts';

if (existsSync('.env')) process.loadEnvFile();
const url = serviceUrl(readSettings<PlatformConfig>([settings], process.env));
ask(`${url}/api/health`, { patienceMs: 4_000, isHere: true }).then(
  ({ status }) => process.exit(status === 200 ? 0 : 1),
  () => process.exit(1),
);
