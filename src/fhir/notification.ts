import type { Bundle, BundleEntry, FhirResource, Parameters, ParametersParameter } from 'fhir/r4.js';
import { type ChannelMessage, type ModuleChannels, numberEvent } from '../notify/channels/index.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Running } from '../platform/module.ts';
import { isUuid } from '../platform/schema/primitives.ts';
import { deviceResource, type Wearable } from './resources/device.ts';
import { fallObservation } from './resources/fall-observation.ts';
import { responseTask } from './resources/task.ts';
import { ownerOf } from './store/devices.ts';
import { findFall } from './store/falls.ts';

interface NotificationDeps {
  readonly db: Queryable;
  readonly publicUrl: () => string;
  readonly wearables: (ids: readonly string[]) => Promise<readonly Wearable[]>;
  readonly now: () => number;
}

const STATUS_PROFILE =
  'http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition/backport-subscription-status-r4';
const BUNDLE_PROFILE =
  'http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition/backport-subscription-notification-r4';

export const openNotifications = (deps: NotificationDeps): Running<ModuleChannels> => ({
  channels: { webhookFormats: { fhir: createNotifications(deps) } },
});

/**
 * The body of an event for a webhook with the format `fhir`: docs/fhir.md, "Webhooks". It has the resources as they are
 * when it is sent.
 */
const createNotifications =
  (deps: NotificationDeps) =>
  async (webhookId: string, message: ChannelMessage): Promise<Bundle> => {
    const base = `${deps.publicUrl()}/fhir`;
    const resources = await resourcesOf(deps, base, message);
    const number = message.type === 'test' ? undefined : await numberEvent(deps.db, message.id);
    const subscription = `${base}/Subscription/${webhookId}`;
    const isNew = message.type === 'fall.raised';
    return {
      resourceType: 'Bundle',
      id: message.id,
      meta: { profile: [BUNDLE_PROFILE] },
      type: 'history',
      timestamp: message.timestamp.toISOString(),
      entry: [
        {
          fullUrl: `urn:uuid:${message.id}`,
          resource: statusOf(base, subscription, message, number, resources),
          request: { method: 'GET', url: `${subscription}/$status` },
          response: { status: '200' },
        },
        ...resources.map((resource) => entryOf(base, resource, isNew)),
      ],
    };
  };

/** The focus first. A fall that is not in FHIR has none: docs/fhir.md, "Which falls". */
async function resourcesOf(
  { db, wearables, now }: NotificationDeps,
  base: string,
  { fallId, extra }: ChannelMessage,
): Promise<readonly FhirResource[]> {
  if (fallId !== null) {
    const fall = await findFall(db, fallId);
    return fall === undefined ? [] : [fallObservation(base, fall), responseTask(base, fall)];
  }
  const { deviceId } = (extra?.device ?? {}) as { readonly deviceId?: string };
  if (deviceId === undefined || !isUuid(deviceId) || (await ownerOf(db, deviceId)) === undefined) return [];
  return (await wearables([deviceId])).map((device) => deviceResource(base, device, now()));
}

/** The status of a subscription, as the Subscriptions R5 Backport guide writes it in R4. */
function statusOf(
  base: string,
  subscription: string,
  { id, type, timestamp }: ChannelMessage,
  number: number | undefined,
  resources: readonly FhirResource[],
): Parameters {
  const [focus, ...context] = resources.map(({ resourceType, id: of }) => `${base}/${resourceType}/${of}`);
  const event: ParametersParameter[] =
    number === undefined
      ? []
      : [
          { name: 'event-number', valueString: String(number) },
          { name: 'timestamp', valueInstant: timestamp.toISOString() },
          ...(focus ? [{ name: 'focus', valueReference: { reference: focus } }] : []),
          ...context.map((reference) => ({ name: 'additional-context', valueReference: { reference } })),
        ];
  return {
    resourceType: 'Parameters',
    id,
    meta: { profile: [STATUS_PROFILE] },
    parameter: [
      { name: 'subscription', valueReference: { reference: subscription } },
      { name: 'topic', valueCanonical: `${base}/SubscriptionTopic/${type}` },
      { name: 'status', valueCode: 'active' },
      { name: 'type', valueCode: number === undefined ? 'handshake' : 'event-notification' },
      { name: 'events-since-subscription-start', valueString: String(number ?? 0) },
      ...(event.length > 0 ? [{ name: 'notification-event', part: event }] : []),
    ],
  };
}

/** A history wants the request that led to the present state. */
const entryOf = (base: string, resource: FhirResource, isNew: boolean): BundleEntry => ({
  fullUrl: `${base}/${resource.resourceType}/${resource.id}`,
  resource,
  request: isNew
    ? { method: 'POST', url: resource.resourceType }
    : { method: 'PUT', url: `${resource.resourceType}/${resource.id}` },
  response: { status: isNew ? '201' : '200' },
});
