import { findUser } from '../../accounts/index.ts';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { Conflict, deviceDisabled, NotFound, TooManyRequests } from '../../platform/errors.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { success } from '../../platform/schema/envelope.ts';
import { HOUR_MS, SECOND_MS } from '../../platform/time.ts';
import { DEVICE_SHAKE_TEST } from '../cluster-events.ts';
import type { DeviceLogWriter } from '../log-writer.ts';
import { devicePaths } from '../routes/device-path.ts';
import type { DeviceRow } from '../store/devices.ts';
import type { NewestReports } from '../store/reports.ts';
import { SHAKE_TEST_MS } from '../vocabulary.ts';
import { ShakeTest } from './schema.ts';
import { judgeShakeTest, type ShakenReading, type ShakeTestProgress } from './shake-test.ts';
import { saveShakeTestResult, shakeTestResult, startShakeTest } from './store.ts';

interface ShakeTestRouteDeps {
  readonly db: Database;
  readonly reports: NewestReports;
  readonly deviceLog: DeviceLogWriter;
  readonly cluster: Cluster;
  /** Stored readings of a device, oldest first. */
  readonly readingsBetween: (
    q: Queryable,
    deviceKey: number,
    from: Date,
    to: Date,
  ) => Promise<readonly ShakenReading[]>;
  /** The test book (docs/home.md, "Test book"): at the start, and again with the result. */
  readonly recordTest: (
    q: Queryable,
    test: {
      readonly kind: 'FALL_TEST';
      readonly deviceId: string;
      readonly at: Date;
      readonly passed: boolean | null;
      readonly byId: string | null;
    },
  ) => Promise<unknown>;
  readonly now: () => number;
}

const IN_WORDS = { passed: 'passed', failed: 'failed', timed_out: 'not completed' } as const;

/** docs/contract.md, "Shake test". */
export function shakeTestRoutes(deps: ShakeTestRouteDeps): readonly Route[] {
  const { db, reports, deviceLog, cluster, recordTest, now } = deps;
  const { deviceInCare } = devicePaths(db, reports);

  return [
    route({
      operation: 'startShakeTest',
      at: 'POST /device/:id/shake-test',
      access: 'signed-in',
      scope: 'manage',
      personal: true,
      summary:
        'Start a shake test of a wearable: 5 seconds still, 5 seconds shaken. For 30 seconds its readings raise no alert; its help button works. At most 5 an hour. For its owner, an assigned caregiver or an admin.',
      target: deviceInCare,
      status: 201,
      reply: success(ShakeTest),
      async handle({ target, principal, record }) {
        if (target.disabled) throw deviceDisabled();
        const at = new Date(now());
        const { started, recent } = await startShakeTest(db, target.id, at);
        if (!started) throw refusal(recent, at.getTime());
        await cluster.broadcast(DEVICE_SHAKE_TEST, { macAddress: target.macAddress, at: at.getTime() });
        await recordTest(db, {
          kind: 'FALL_TEST',
          deviceId: target.id,
          at,
          passed: null,
          byId: principal.userId,
        });
        const by = await findUser(db, principal.userId);
        const message = `Shake test started by ${by?.firstName} ${by?.lastName}: no alerts from its readings for ${SHAKE_TEST_MS / SECOND_MS} seconds`;
        deviceLog.record({ deviceId: target.id, type: 'INFO', message, at });
        record({
          action: 'device.shake-test',
          message: `Started a shake test of device ${target.macAddress}`,
          subjectId: target.userId,
        });
        return { data: shown(at, { state: 'waiting', step: 'still', checks: [] }) };
      },
    }),

    route({
      operation: 'getShakeTest',
      at: 'GET /device/:id/shake-test',
      access: 'signed-in',
      summary: 'Get the progress or the result of the last shake test. 404 without one.',
      target: deviceInCare,
      reply: success(ShakeTest),
      async handle({ target }) {
        const at = target.shakeTestAt;
        if (at === null) throw new NotFound('Shake test');
        const stored = target.shakeTestState === null ? null : await shakeTestResult(db, target.id);
        return { data: shown(at, stored ?? (await judge(deps, target, at))) };
      },
    }),
  ];
}

const shown = (at: Date, { state, step, checks }: ShakeTestProgress) => ({
  state,
  step,
  startedAt: at,
  endsAt: new Date(at.getTime() + SHAKE_TEST_MS),
  checks: [...checks],
});

function refusal(recent: readonly Date[], nowMs: number): Conflict | TooManyRequests {
  const last = recent.at(-1)?.getTime() ?? 0;
  if (nowMs < last + SHAKE_TEST_MS) return new Conflict('A shake test of this device is running');
  const freeAt = (recent[0]?.getTime() ?? nowMs) + HOUR_MS;
  return new TooManyRequests(
    'Too many shake tests of this device in an hour',
    Math.max(1, Math.ceil((freeAt - nowMs) / SECOND_MS)),
  );
}

/** Judges the stored readings, whichever instance received them; the first result is kept and logged. */
async function judge(
  { db, deviceLog, readingsBetween, recordTest, now }: ShakeTestRouteDeps,
  device: DeviceRow,
  startedAt: Date,
): Promise<ShakeTestProgress> {
  const at = now();
  const end = new Date(startedAt.getTime() + SHAKE_TEST_MS);
  const progress = judgeShakeTest(
    await readingsBetween(db, device.key, startedAt, end),
    startedAt.getTime(),
    at,
  );
  const { state, checks } = progress;
  if (state === 'waiting' || state === 'running') return progress;
  if (await saveShakeTestResult(db, device.id, startedAt, progress)) {
    const passed = state === 'passed';
    await recordTest(db, { kind: 'FALL_TEST', deviceId: device.id, at: startedAt, passed, byId: null });
    const wrong = checks.filter(({ ok }) => !ok).map(({ says }) => says);
    deviceLog.record({
      deviceId: device.id,
      type: passed ? 'INFO' : 'WARNING',
      message: [`Shake test ${IN_WORDS[state]}`, ...wrong].join('. ').replaceAll('..', '.'),
      at: new Date(at),
    });
  }
  return progress;
}
