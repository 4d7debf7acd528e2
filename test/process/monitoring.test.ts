import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { freePort } from '../../loadtest/machine/free-port.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { signUp } from '../helpers/people.ts';
import { type Program, startProgram } from '../helpers/program.ts';
import { inProject } from '../helpers/project.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';

const present = ['prometheus', 'prometheus-alertmanager'].every(
  (name) => spawnSync(name, ['--version']).error === undefined,
);
const WITHOUT_THEM =
  present || process.env.CI === 'true' ? false : 'needs prometheus and prometheus-alertmanager on the PATH';

describe('deploy/monitoring', { skip: WITHOUT_THEM }, () => {
  const programs: Program[] = [];
  let folder: string;
  let phone: Receiver;
  let app: TestApp;
  let prometheusUrl: string;

  /** A file of deploy/ with the test's places in it, and its intervals of seconds shorter. */
  const prepared = (name: string, places: Readonly<Record<string, string>>): string => {
    let text = readFileSync(inProject('deploy', 'monitoring', name), 'utf8');
    for (const [documented, here] of Object.entries(places)) {
      assert.ok(text.includes(documented), `${documented} in ${name}`);
      text = text.replaceAll(documented, here);
    }
    const file = join(folder, name);
    writeFileSync(file, text.replaceAll(/: (10s|1m)$/gm, ': 1s'));
    return file;
  };

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vigil-monitoring-'));
    phone = await startReceiver((response) => response.writeHead(200).end());
    app = await startTestApp({ METRICS_PORT: '0', LOG_LEVEL: 'silent' });
    const [alertmanager, prometheus] = [await freePort(), await freePort()];
    prometheusUrl = `http://127.0.0.1:${prometheus}`;
    const rings = prepared('alertmanager.yml', { 'https://ntfy.sh': phone.url });
    programs.push(
      await startProgram(
        'prometheus-alertmanager',
        [
          `--config.file=${rings}`,
          `--storage.path=${folder}`,
          `--web.listen-address=127.0.0.1:${alertmanager}`,
          '--cluster.listen-address=',
        ],
        { ready: 'msg="Listening on"' },
      ),
    );
    const scrapes = prepared('prometheus.yml', {
      '/etc/prometheus/alerts.yml': inProject('deploy', 'alerts.yml'),
      '127.0.0.1:9093': `127.0.0.1:${alertmanager}`,
      '127.0.0.1:9464': `127.0.0.1:${app.app.ports.metrics}`,
    });
    programs.push(
      await startProgram(
        'prometheus',
        [
          `--config.file=${scrapes}`,
          `--storage.tsdb.path=${join(folder, 'data')}`,
          `--web.listen-address=127.0.0.1:${prometheus}`,
        ],
        { ready: 'Server is ready to receive web requests' },
      ),
    );
  });
  after(async () => {
    for (const program of programs) await program.stop();
    await app.close();
    await phone.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The rings that name this alert and its state, by ntfy's priority. */
  const rings = (name: string, status: string) =>
    phone.received.flatMap(({ path, body }) => {
      const parsed = JSON.parse(String(body)) as {
        alerts: { labels: { alertname: string }; annotations: { summary: string } }[];
        status: string;
      };
      const url = new URL(path, phone.url);
      return parsed.status === status && parsed.alerts.some(({ labels }) => labels.alertname === name)
        ? [{ topic: url.pathname, priority: url.searchParams.get('p'), message: url.searchParams.get('m') }]
        : [];
    });

  it('has rules and settings that promtool and amtool accept', () => {
    for (const [program, ...args] of [
      ['promtool', 'check', 'rules', inProject('deploy', 'alerts.yml')],
      ['promtool', 'check', 'config', '--syntax-only', inProject('deploy', 'monitoring', 'prometheus.yml')],
      ['promtool', 'check', 'config', '--syntax-only', inProject('deploy', 'prometheus.yml')],
      ['amtool', 'check-config', inProject('deploy', 'monitoring', 'alertmanager.yml')],
    ]) {
      const { status, stdout, stderr } = spawnSync(program ?? '', args, { encoding: 'utf8' });
      assert.equal(status, 0, `${program} ${args.join(' ')}: ${stdout}${stderr}`);
    }
  });

  it('warns of a database without its synchronous standby, and of no single one', () => {
    const rules = { rule_files: [inProject('deploy', 'alerts.yml')], evaluation_interval: '10s' };
    const expected = (value: string, alerts: object[]) => ({
      interval: '10s',
      input_series: [
        { series: 'vigil_database_alone{instance="a"}', values: Array(30).fill(value).join(' ') },
      ],
      alert_rule_test: [{ eval_time: '3m', alertname: 'VigilNoStandby', exp_alerts: alerts }],
    });
    const alert = {
      exp_labels: { severity: 'warning' },
      exp_annotations: {
        summary: 'The database has no synchronous standby; a second failure would lose what was acknowledged',
      },
    };
    const file = join(folder, 'no-standby.json');
    // JSON is YAML.
    const tests = [expected('1', [alert]), expected('0', []), expected('NaN', [])];
    writeFileSync(file, JSON.stringify({ ...rules, tests }));
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
    assert.equal(status, 0, stdout + stderr);
  });

  it('scrapes every metric of the service', async () => {
    await eventually('Prometheus has scraped', async () => {
      const query = encodeURIComponent('up{job="vigil"} == 1');
      const answer = await fetch(`${prometheusUrl}/api/v1/query?query=${query}`);
      const { data } = (await answer.json()) as { data: { result: unknown[] } };
      return data.result.length === 1;
    });
  });

  it('rings the phone of whoever is on call for an unanswered fall', async () => {
    const patient = await signUp(app);
    await assign(app, await signUp(app, 'CAREGIVER'), patient);
    await app.call('POST', '/falls', { ...patient, body: { confidence: 0.95 } });
    await app.pass(1_300_000);
    await eventually('the phone rings', () => rings('VigilFallUnanswered', 'firing').length > 0);
    assert.deepEqual(rings('VigilFallUnanswered', 'firing')[0], {
      topic: '/SECRET-TOPIC',
      priority: '5',
      message: '{{range .alerts}}{{.annotations.summary}}. {{end}}',
    });
  });
});
