import type { Organisation } from '../accounts/organisation/organisation.ts';
import { noteVitals } from '../devices/store/vital-keys.ts';
import { CheckInWatch } from '../devices/watch/check-in-watch.ts';
import type { Watchers } from '../live/socket/watched-reading.ts';
import { passHeldWindows } from '../people/check-in/held.ts';
import { bringWindowsBack } from '../people/check-in/set-back.ts';
import { moveWindows } from '../people/check-in/zone-change.ts';
import type { Cluster } from '../platform/cluster/cluster.ts';
import { isAway } from '../platform/database/errors.ts';
import { messageOf } from '../platform/errors.ts';
import { createSteadyClock, lately, MINUTE_MS } from '../platform/time.ts';
import { Backlog } from '../readings/backlog/backlog.ts';
import { LateReadings } from '../readings/backlog/late-readings.ts';
import { CoveredMinutes } from '../readings/covered-minutes.ts';
import { ReadingHandler } from '../readings/handler.ts';
import { MessageClaims } from '../readings/message-claims.ts';
import { createDeviceRegistry } from '../readings/registry/registry.ts';
import { WINDOW_REACH_MS, Windows } from '../readings/registry/windows.ts';
import { Leases } from '../readings/schedule/leases.ts';
import { createRedisSchedule } from '../readings/schedule/redis-schedule.ts';
import { Scoring } from '../readings/scoring/scoring.ts';
import { ShadowSuspicions } from '../readings/shadow-suspicions.ts';
import { SilenceWatch } from '../readings/silence/silence-watch.ts';
import { newestTimes } from '../readings/store/readings.ts';
import { createWriteMonitor } from '../readings/store/write-monitor.ts';
import { createReadingsWriter } from '../readings/store/writer.ts';
import { WornTime } from '../readings/worn-time.ts';
import type { Alerts } from './alerts.ts';
import type { Context } from './context.ts';
import type { Storage } from './database.ts';

interface IngestDeps {
  readonly storage: Storage;
  readonly cluster: Cluster;
  readonly alerts: Alerts;
  readonly watchers: Watchers;
  readonly organisation: Organisation;
  /** Whether database connections and scoring threads start before the first reading. */
  readonly warmsUp: boolean;
}

/** Wires the path of a reading: registry, scoring, writer, alerts. */
export async function openIngest(
  { config, log, now, steps, metrics, closeLater }: Context,
  { storage, cluster, alerts, watchers, organisation, warmsUp }: IngestDeps,
) {
  const { db, prepareDays } = storage;
  const writeDeviceLog = storage.deviceLog.record;
  const { fallAlerts, deviceWatch, pauses } = alerts;

  const scoring = new Scoring({
    threads: config.scoringThreads,
    metrics: metrics.readings,
    shadowFile: config.detectorShadow,
    log,
  });
  closeLater('scoring', () => scoring.close());
  // They load their code while the devices are read.
  if (warmsUp) void scoring.start();
  const registry = await createDeviceRegistry({
    db,
    scoring,
    cluster,
    timelines: storage.timelines,
    writeDeviceLog,
    now,
    log,
  });
  closeLater('device registry', () => registry.close());
  storage.membership.onDeath(registry.catchUp);
  const writer = createReadingsWriter({
    db,
    prepareDays,
    metrics: metrics.readings,
    log,
  });
  closeLater('readings writer', () => writer.close());
  const writes = createWriteMonitor({ db, commits: () => writer.stats, log });
  closeLater('write monitor', () => writes.close());

  const silence = new SilenceWatch({ db, registry, fallAlerts, writeDeviceLog, now, log });
  closeLater('silence watch', () => silence.close());
  const wornTime = new WornTime();
  const notWornMs =
    config.notWornMinutes === 0 ? Number.POSITIVE_INFINITY : config.notWornMinutes * MINUTE_MS;
  const coveredMinutes = new CoveredMinutes(notWornMs);
  const shadowSuspicions = new ShadowSuspicions();
  const shared = {
    db,
    registry,
    scoring,
    fallAlerts,
    silence,
    wornTime,
    coveredMinutes,
    shadowSuspicions,
    writeDeviceLog,
    onDeviceBack: deviceWatch.deviceIsBack,
    onPauseOver: pauses.ended,
    onDeviceMoved: deviceWatch.deviceHasMoved,
    notWornMs,
    now,
    log,
  };
  const windows = new Windows({ db, scoring, registry, cluster, notices: storage.notices, now, log });
  const lateReadings = new LateReadings({
    db,
    scoring,
    windows,
    fallAlerts,
    silence,
    shadowSuspicions,
    writeDeviceLog,
    prepareDays,
    log,
  });
  const steadyNow = createSteadyClock(now);
  const { streamIntervalMs: intervalMs } = config;
  const leases =
    cluster.scripts &&
    new Leases({
      scripts: cluster.scripts,
      cluster,
      newestTimes: (keys) => newestTimes(db, keys.map(Number), lately(now(), WINDOW_REACH_MS)),
      intervalMs,
      steadyNow,
      now,
      log,
    });
  if (leases !== undefined) closeLater('leases', () => leases.close());
  metrics.readings.readLeases(() => leases?.count() ?? 0);
  const claims = new MessageClaims(cluster.scripts);
  const handler = new ReadingHandler({
    ...shared,
    windows,
    lateReadings,
    writer,
    intervalMs,
    shared: leases && cluster.scripts && { schedule: createRedisSchedule(cluster.scripts), leases },
    claims,
    steadyNow,
    watchers,
  });
  closeLater('sensor stream', () => handler.drain());
  const backlog = new Backlog({
    ...shared,
    claims,
    lateReadings,
    noteVitals: (deviceKey) => noteVitals(db, deviceKey),
  });

  /**
   * Prepares everything that the first reading would otherwise wait for. The start succeeds without a database; the
   * health report shows that it is unavailable.
   */
  async function prepare(): Promise<void> {
    const threads = warmsUp ? scoring.start() : undefined;
    const warmUp = warmsUp ? db.warmUp() : undefined;
    const connections = Promise.all([warmUp, writer.open(), writes.prove()]).catch((error: unknown) => {
      if (!isAway(error)) throw error;
      log.warn({ reason: messageOf(error) }, 'start: database not reachable');
    });
    await Promise.all([threads, connections]);
  }

  const checkIns = new CheckInWatch({
    db,
    fallAlerts,
    saveReports: registry.saveReports,
    timeZone: () => organisation.current().timeZone,
    setBacks: () => steps.setBacks(),
    bringWindowsBack,
    passHeldWindows,
    now,
    log,
  });
  closeLater('check-ins', () => checkIns.close());
  organisation.onChange(async (q, { timeZone }, before) => {
    if (timeZone !== before.timeZone) await moveWindows(q, timeZone, new Date(now()));
  });

  /** The device has no connection here any more. */
  function deviceLeft(macAddress: string): void {
    const device = registry.known(macAddress);
    if (device !== undefined) leases?.release(device);
  }

  const watched = { wornTime, coveredMinutes, shadowSuspicions, silence };
  return { scoring, registry, writes, handler, backlog, deviceLeft, ...watched, prepare };
}

export type Ingest = Awaited<ReturnType<typeof openIngest>>;
