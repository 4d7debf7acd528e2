import type { Organisation } from '../accounts/organisation.ts';
import { builtInServiceAccount } from '../accounts/service-accounts.ts';
import { SmartHome } from '../smart-home/smart-home.ts';
import type { Alerts } from './alerts.ts';
import type { Context } from './context.ts';
import type { Storage } from './database.ts';
import type { Ingest } from './readings.ts';

interface SmartHomeDeps {
  readonly storage: Storage;
  readonly organisation: Organisation;
  readonly alerts: Alerts;
  readonly ingest: Ingest;
  readonly version: string;
}

/** Claims in a timeline show its name. */
const HOME = { name: 'Home', scopes: ['respond'] } as const;

/** Home Assistant and openHAB by the home's own broker: docs/smart-home.md. Undefined without HOME_BROKER_URL. */
export function openSmartHome(
  { config: { homeBrokerUrl: url }, publicUrl, now, log, closeLater }: Context,
  { storage: { db, connection, notices }, organisation, alerts, ingest, version }: SmartHomeDeps,
): SmartHome | undefined {
  if (url === undefined) return undefined;
  const smartHome = new SmartHome({
    db,
    url,
    registry: ingest.registry,
    connection,
    organisation,
    version,
    publicUrl,
    async claim(fallId) {
      const { id } = await builtInServiceAccount(db, { ...HOME, at: new Date(now()) });
      await alerts.responses.claim(fallId, id, {});
    },
    now,
    log,
  });
  closeLater('smart home', () => smartHome.close());
  notices.on('vigil_home', () => smartHome.wake());
  alerts.events.onOverview(() => smartHome.wake());
  return smartHome;
}
