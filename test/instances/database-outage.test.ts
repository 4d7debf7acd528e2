import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { eventually } from '../helpers/eventually.ts';
import { patientNow } from '../helpers/patience.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, send, stream } from '../helpers/readings.ts';
import { bySession } from '../mqtt/clients.ts';
import { joinRaw, publishPacket } from '../mqtt/raw.ts';
import { rowsOf } from '../mqtt/stored.ts';
import { killAll } from '../process/child.ts';
import { type Instance, startInstance } from './instances.ts';
import { outlast, RECOVERY_MS, statusOf } from './outages.ts';
import { type OwnPostgres, startOwnPostgres } from './postgres.ts';

const MAX_GROWTH_MB = 120;

async function residentMegabytes(instance: Instance): Promise<number> {
  const status = await readFile(`/proc/${instance.vigil.process.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}

describe('an instance while its database is down', () => {
  let postgres: OwnPostgres;
  let instance: Instance;
  let patient: Person;
  before(async () => {
    postgres = await startOwnPostgres();
    instance = await startInstance({ DATABASE_URL: postgres.url, LOG_LEVEL: 'info' });
    patient = await signUp(instance);
  });
  after(async () => {
    await killAll();
    await postgres?.close();
  });

  const outages = [
    ['stopped and started again', () => postgres.stop(), () => postgres.start()],
    ['hanging with open connections', () => postgres.signal('SIGSTOP'), () => postgres.signal('SIGCONT')],
  ] as const;

  for (const [how, begin, end] of outages) {
    it(`(${how}) acknowledges nothing, keeps its memory bounded, and works within 5 s of its return`, async (t) => {
      const [overHttp, overMqtt] = [randomMac(), randomMac()];
      await stream(instance, patient, resting(overHttp));
      const wearable = await joinRaw(instance, bySession(patient));
      const packet = (messageId: number, dup = false) =>
        publishPacket(`devices/${overMqtt}/readings`, resting(overMqtt, { uptime_ms: messageId }), {
          messageId,
          dup,
        });
      wearable.send(packet(1));
      assert.equal((await wearable.next()).messageId, 1);
      const sizeBefore = await residentMegabytes(instance);

      await begin();
      const began = Date.now();
      wearable.send(packet(2));
      const statuses: number[] = [];
      let busy = true;
      const crowd = Array.from({ length: 10 }, async () => {
        while (busy) statuses.push((await send(instance, patient, resting(overHttp))).status);
      });
      await eventually(
        'the instance reports it',
        async () => (await statusOf(instance)) === 'UNHEALTHY',
        RECOVERY_MS,
      );
      await outlast(began);
      const growth = (await residentMegabytes(instance)) - sizeBefore;
      busy = false;
      await end();
      const back = patientNow();
      await Promise.all(crowd);
      await eventually(
        'the instance accepts readings',
        async () => (await send(instance, patient, resting(overHttp))).status === 200,
        RECOVERY_MS,
      );
      const recoveredMs = patientNow() - back;
      await eventually(
        'the instance is healthy',
        async () => (await statusOf(instance)) === 'HEALTHY',
        RECOVERY_MS,
      );
      assert.ok(recoveredMs < RECOVERY_MS, `recovered after ${recoveredMs} ms`);
      t.diagnostic(
        `${statuses.length} answers, ${Math.round(growth)} MB more, well again after ${Math.round(recoveredMs)} ms`,
      );
      assert.ok(growth < MAX_GROWTH_MB, `memory grew by ${growth} MB`);

      // The reading may be acknowledged late or not at all; resent, it is stored once.
      const answer = await wearable.next(1_000).catch(() => undefined);
      if (answer === undefined) {
        wearable.socket.destroy();
        const again = await joinRaw(instance, bySession(patient));
        again.send(packet(2, true));
        assert.equal((await again.next()).messageId, 2);
        again.socket.destroy();
      }
      assert.equal(await rowsOf({ databaseUrl: postgres.url }, overMqtt), 2);
      wearable.socket.destroy();
    });
  }
});
