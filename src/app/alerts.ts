import type { Organisation } from '../accounts/organisation/organisation.ts';
import { Pauses } from '../devices/pauses.ts';
import { heldDevice } from '../devices/store/devices.ts';
import { createDeviceWatch } from '../devices/watch/watch.ts';
import { FallAlerts } from '../falls/raise/raise.ts';
import { createWearerSignals } from '../falls/wearer-signals/wearer-signals.ts';
import { createEventLog } from '../live/event-log.ts';
import type { Cluster } from '../platform/cluster/cluster.ts';
import { SECOND_MS } from '../platform/time.ts';
import { READINGS } from '../readings/store/readings.ts';
import { WearerLearning } from '../readings/wearer/learning.ts';
import { createDeliveryLedger } from '../response/alerts/delivery-ledger.ts';
import { Responses } from '../response/commands/responses.ts';
import { createWearerFalls } from '../response/fall/wearer-fall.ts';
import { AdminNotices } from '../response/notices/admin-notices.ts';
import { watchReachability } from '../response/reach/reachability-watch.ts';
import { watchRosters } from '../response/roster/roster-watch.ts';
import { Rosters } from '../response/roster/rosters.ts';
import { createShifts } from '../response/roster/shifts.ts';
import { recordHelpPress } from '../test-book/store.ts';
import type { OpenChannels } from './channels.ts';
import type { Context } from './context.ts';
import type { Storage } from './database.ts';

interface AlertDeps {
  readonly storage: Storage;
  readonly cluster: Cluster;
  readonly organisation: Organisation;
  readonly channels: OpenChannels;
}

/** Turns a fall or a silent device into numbered events that any transport can deliver. */
export async function openAlerts(
  context: Context,
  { storage: { db, notices }, cluster, organisation, channels }: AlertDeps,
) {
  const { config, log, now, steps, metrics, closeLater } = context;
  const events = createEventLog({ db, cluster, notices, now });
  const learning = new WearerLearning({ db, cluster, now });
  const responses = new Responses({
    db,
    events,
    okWindowMs: config.okWindowSeconds * SECOND_MS,
    channels: channels.channels,
    metrics: metrics.response,
    learner: learning,
    now,
    log,
  });
  const adminNotices = new AdminNotices({ db, organisation, events, now });
  const shifts = createShifts({ db, events, channels: channels.channels, now });
  const rosters = new Rosters({ db, events, organisation, now });
  const rosterWatch = watchRosters({
    db,
    events,
    organisation,
    metrics: metrics.response,
    now,
    setBacks: () => steps.setBacks(),
    log,
  });
  closeLater('roster watch', () => rosterWatch.close());
  const fallAlerts = new FallAlerts({
    cluster,
    events,
    heldDevice,
    responses,
    metrics: metrics.falls,
    now,
    log,
  });
  const answers = createWearerSignals({ db, responses, fallAlerts, recordHelpPress, now, log });
  const { latestFirmware, deviceSilentMinutes, batteryLowPercent, notWornMinutes } = config;
  const limits = { deviceSilentMinutes, batteryLowPercent, notWornMinutes };
  const timeZone = () => organisation.current().timeZone;
  const deviceWatch = createDeviceWatch({
    db,
    readings: READINGS,
    events,
    latestFirmware,
    limits,
    timeZone,
    now,
    steadySince: () => steps.steadySince(),
    log,
  });
  closeLater('device watch', () => deviceWatch.close());
  const pauses = new Pauses({ readings: READINGS, events, cluster, latestFirmware, now, log });
  closeLater('pauses of devices', () => pauses.close());
  const deliveries = createDeliveryLedger({ db, now, metrics: metrics.response, log });
  closeLater('delivery ledger', () => deliveries.drain());
  const reachability = watchReachability({
    db,
    channels: channels.channels,
    metrics: metrics.response,
    now,
    log,
  });
  closeLater('reachability', () => reachability.close());
  return {
    reachability,
    events,
    adminNotices,
    learning,
    responses,
    shifts,
    rosters,
    fallAlerts,
    answers,
    deviceWatch,
    pauses,
    wearerFalls: createWearerFalls(db, now),
    deliveries,
    ...channels,
  };
}

export type Alerts = Awaited<ReturnType<typeof openAlerts>>;
