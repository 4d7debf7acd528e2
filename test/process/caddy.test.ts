import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { freePort } from '../../loadtest/machine/free-port.ts';
import type { TestApp } from '../helpers/app.ts';
import { type Program, startProgram } from '../helpers/program.ts';
import { inProject } from '../helpers/project.ts';
import { assertPassesAll, startProxiedApp } from './proxied-app.ts';

const present = spawnSync('caddy', ['version']).error === undefined;
const WITHOUT_CADDY = present || process.env.CI === 'true' ? false : 'needs caddy on the PATH';
/** Instead of Let's Encrypt: a CA of Caddy's own. */
const IN_TESTS = '{\n\tskip_install_trust\n\tauto_https disable_redirects\n\tadmin off\n}\n';

describe('deploy/caddy', { skip: WITHOUT_CADDY }, () => {
  let folder: string;
  let app: TestApp;
  let caddy: Program;
  let port: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vigil-caddy-'));
    port = await freePort();
    app = await startProxiedApp();
    const file = join(folder, 'Caddyfile');
    writeFileSync(file, IN_TESTS + readFileSync(inProject('deploy', 'caddy', 'Caddyfile'), 'utf8'));
    const settings = [
      `HOME=${folder}`,
      `VIGIL_HOST=https://localhost:${port}`,
      `VIGIL_UPSTREAM=127.0.0.1:${app.app.ports.http}`,
    ];
    caddy = await startProgram(
      'env',
      [...settings, 'caddy', 'run', '--config', file, '--adapter', 'caddyfile'],
      {
        ready: 'serving initial configuration',
      },
    );
  });
  after(async () => {
    await caddy.stop();
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('forwards HTTPS, live sockets and MQTT over WebSocket in production', () => assertPassesAll(app, port));
});
