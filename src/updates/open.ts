import { type DeviceRow, findDevicesByMac } from '../devices/index.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Running } from '../platform/module.ts';
import { Downloads } from './downloads.ts';
import { createUpdateTopics } from './mqtt-topics.ts';
import { type OfferDeps, Offers } from './offers.ts';
import { type ReportDeps, UpdateReports } from './reports.ts';
import { type UpdateRouteDeps, updateRoutes } from './routes.ts';
import { publicKeyIn } from './signature.ts';
import { Uploads } from './uploads.ts';

interface OpenDeps
  extends OfferDeps,
    ReportDeps,
    Omit<UpdateRouteDeps, 'uploads' | 'downloads' | 'reports' | 'adminNotices'> {
  readonly metrics: { readonly registry: Pick<Metrics, 'readGauges'> };
  readonly closeLater: (name: string, close: () => Promise<void>) => void;
}

/** docs/updates.md. Without FIRMWARE_PUBLIC_KEY nothing is offered, and its routes say so. */
export function openUpdates(deps: OpenDeps): Running {
  const { db, config, metrics, closeLater } = deps;
  const reports = new UpdateReports(deps);
  const downloads = new Downloads(db);
  if (config.firmwarePublicKey === undefined)
    return { routes: updateRoutes({ ...deps, uploads: undefined, downloads, reports }) };
  const uploads = new Uploads({ ...deps, key: publicKeyIn(config.firmwarePublicKey) });
  const offers = new Offers(deps);
  metrics.registry.readGauges(
    'firmware_devices',
    'Wearables with a firmware update, by how far they are',
    ['state'],
    () => offers.counts().map(({ state, count }) => ({ labels: { state }, value: count })),
  );
  closeLater('firmware updates', () => offers.close());
  const findDevice = async (macAddress: string): Promise<DeviceRow | undefined> =>
    (await findDevicesByMac(db, [macAddress]))[0];
  return {
    routes: updateRoutes({ ...deps, uploads, downloads, reports }),
    mqttTopics(broker) {
      offers.serve(broker);
      return createUpdateTopics({ reports, findDevice, replies: broker.replies });
    },
    retainedUpdate: (macAddress) => offers.retained(macAddress),
    start: () => offers.start(),
  };
}
