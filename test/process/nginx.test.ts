import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { freePort } from '../../loadtest/machine/free-port.ts';
import type { TestApp } from '../helpers/app.ts';
import { makeCertificate } from '../helpers/certificates.ts';
import { type Program, startProgram } from '../helpers/program.ts';
import { inProject } from '../helpers/project.ts';
import { assertPassesAll, startProxiedApp } from './proxied-app.ts';

const present = spawnSync('nginx', ['-v']).error === undefined;
const WITHOUT_NGINX = present || process.env.CI === 'true' ? false : 'needs nginx on the PATH';

describe('deploy/nginx/site.conf', { skip: WITHOUT_NGINX }, () => {
  let folder: string;
  let app: TestApp;
  let nginx: Program;
  let port: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vigil-nginx-'));
    const [plain, tls] = [await freePort(), await freePort()];
    port = tls;
    app = await startProxiedApp();
    const { certFile, keyFile } = makeCertificate(folder, 'nginx');
    const site = readFileSync(inProject('deploy', 'nginx', 'site.conf'), 'utf8')
      .replace('listen 80;', `listen 127.0.0.1:${plain};`)
      .replace('listen 443 ssl', `listen 127.0.0.1:${tls} ssl`)
      .replaceAll('vigil.example.org', 'localhost')
      .replace('/etc/ssl/vigil/certificate.pem', certFile)
      .replace('/etc/ssl/vigil/key.pem', keyFile)
      .replace('127.0.0.1:3000', `127.0.0.1:${app.app.ports.http}`);
    writeFileSync(join(folder, 'site.conf'), site);
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const main = `daemon off; master_process off; pid ${folder}/pid; error_log stderr notice; events {}
      http { access_log off; ${paths.map((it) => `${it}_temp_path ${folder}/${it};`).join(' ')} include ${folder}/site.conf; }`;
    writeFileSync(join(folder, 'nginx.conf'), main);
    nginx = await startProgram('nginx', ['-c', join(folder, 'nginx.conf')], {
      ready: 'event method',
    });
  });
  after(async () => {
    await nginx.stop();
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('forwards HTTPS, live sockets and MQTT over WebSocket in production', () => assertPassesAll(app, port));
});
