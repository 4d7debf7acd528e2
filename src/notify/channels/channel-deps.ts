import type { Pager } from '../espa/pager.ts';
import type { Phones } from '../phones/phone-line.ts';
import type { NotifyConfig } from '../settings.ts';
import type { Mailer } from './mailer.ts';
import type { SafeRequest } from './safe-request.ts';
import type { VapidKeys } from './vapid-keys.ts';
import type { FhirNotification } from './webhook.ts';

/** The dependencies from which a kind builds its channel. */
export interface ChannelDeps {
  /** The settings of the kind's gateway are among them. */
  readonly config: NotifyConfig;
  readonly request: SafeRequest;
  readonly mailer: Mailer | undefined;
  readonly vapidKeys: VapidKeys | undefined;
  readonly pager?: Pager | undefined;
  readonly phones: Phones;
  /** Writes the events of webhooks with the format `fhir`. */
  readonly fhirNotification?: FhirNotification | undefined;
  readonly now: () => number;
}
