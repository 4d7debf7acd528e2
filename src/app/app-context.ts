import { createExports } from '../accounts/export.ts';
import type { Organisation } from '../accounts/organisation/organisation.ts';
import { devicePaths } from '../devices/routes/device-path.ts';
import type { ModuleChannels } from '../notify/channels/kinds.ts';
import type { Health } from '../operations/health.ts';
import type { QueueAges } from '../operations/queue-ages.ts';
import { createPatientHealth } from '../overview/patient-health.ts';
import { createSignals } from '../overview/signal.ts';
import type { TestResident } from '../path/resident.ts';
import type { Wards } from '../people/wards/wards.ts';
import type { Cluster } from '../platform/cluster/cluster.ts';
import type { Gateways, HealthDetails, Module } from '../platform/module.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { createMovementByMinute } from '../readings/store/minute-movement.ts';
import { createDetectorView } from '../readings/wearer/view.ts';
import type { Auth } from './accounts.ts';
import type { Alerts } from './alerts.ts';
import { CALLBACKS } from './callbacks.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import type { Storage } from './database.ts';
import { fhirReads } from './fhir.ts';
import type { Ingest } from './readings.ts';
import type { Stations } from './stations.ts';

interface Opened {
  readonly storage: Storage;
  readonly secretBox: SecretBox;
  readonly cluster: Cluster;
  readonly organisation: Organisation;
  readonly auth: Auth;
  readonly wards: Wards;
  readonly alerts: Alerts;
  readonly stations: Stations;
  readonly ingest: Ingest;
  readonly health: Health;
  readonly gateways: Gateways;
  readonly healthDetails: HealthDetails;
  readonly pathResident: TestResident;
  readonly failedAdapters: () => readonly string[];
  readonly queues: QueueAges;
  readonly version: string;
  readonly modules: readonly Module<never>[];
}

/** The parts of the running service by name; the functions of the manifests take what they need of them. */
export function createAppContext(
  context: Context,
  { storage, auth, alerts, ingest, modules, ...opened }: Opened,
) {
  const { config, now, log } = context;
  const { db, audit, housekeeping } = storage;
  const { registry } = ingest;
  const { organisation } = opened;
  return {
    ...context,
    ...storage,
    ...auth,
    ...alerts,
    ...ingest,
    ...opened,
    ...CALLBACKS,
    timeZone: () => organisation.current().timeZone,
    exports: createExports({
      db,
      audit,
      profileParts: modules.flatMap(({ personalData }) => personalData?.profile ?? []),
      sources: modules.flatMap(({ personalData }) => personalData?.files ?? []),
      now,
      log,
    }),
    reports: registry,
    facts: createPatientHealth({ db, registry, now }),
    signalsOf: createSignals({ db, config, now }),
    eraseReadings: housekeeping.eraseDeleted,
    deviceInCare: devicePaths(db, registry).deviceInCare,
    wearableAt: devicePaths(db, registry).device,
    detectorOf: createDetectorView({ db, now }),
    movementByMinute: createMovementByMinute(db, now),
    detector: ingest.scoring.detector,
    hasSmartHome: config.homeBrokerUrl !== undefined,
    ...fhirReads(db, registry),
  };
}

export type AppContext = ReturnType<typeof createAppContext>;

/** What there is before anything is opened. */
export type EarlyContext = typeof CALLBACKS & { readonly config: Config };

export type AppModule = Module<AppContext, EarlyContext, ModuleChannels>;
