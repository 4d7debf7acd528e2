import type { EventLog } from '../live/index.ts';
import type { Database } from '../platform/database/database.ts';
import type { PgListener } from '../platform/database/pg-listener.ts';
import type { Scope } from '../platform/http/principal.ts';
import type { Running } from '../platform/module.ts';
import type { Responses } from '../response/index.ts';
import type { SmartHomeConfig } from './settings.ts';
import { SmartHome, type SmartHomeDeps } from './smart-home.ts';

interface OpenDeps extends Omit<SmartHomeDeps, 'url' | 'claim'> {
  readonly config: SmartHomeConfig;
  readonly notices: Pick<PgListener, 'on'>;
  readonly events: Pick<EventLog, 'onOverview'>;
  readonly responses: Pick<Responses, 'claim'>;
  readonly builtInServiceAccount: (
    db: Database,
    account: { readonly name: string; readonly scopes: readonly Scope[]; readonly at: Date },
  ) => Promise<{ readonly id: string }>;
  readonly closeLater: (name: string, close: () => Promise<void>) => void;
}

/** Claims in a timeline show its name. */
const HOME = { name: 'Home', scopes: ['respond'] } as const;

/** Home Assistant and openHAB by the home's own broker: docs/smart-home.md. Undefined without HOME_BROKER_URL. */
export function openSmartHome(deps: OpenDeps): Running | undefined {
  const { config, db, notices, events, responses, builtInServiceAccount, now, closeLater } = deps;
  if (config.homeBrokerUrl === undefined) return undefined;
  const smartHome = new SmartHome({
    ...deps,
    url: config.homeBrokerUrl,
    async claim(fallId) {
      const { id } = await builtInServiceAccount(db, { ...HOME, at: new Date(now()) });
      await responses.claim(fallId, id, {});
    },
  });
  closeLater('smart home', () => smartHome.close());
  notices.on('vigil_home', () => smartHome.wake());
  events.onOverview(() => smartHome.wake());
  return {
    start: () => smartHome.start(),
    gateways: { homeBroker: () => smartHome.isHealthy() },
  };
}
