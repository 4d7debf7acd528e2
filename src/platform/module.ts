import type { TSchema } from 'typebox';
import type { ExportSource, ProfilePart } from './database/export-sources.ts';
import type { RetentionTask } from './database/retention.ts';
import type { AsyncApiChannel } from './http/asyncapi-channel.ts';
import type { HookDescription } from './http/openapi/hook.ts';
import type { Page } from './http/pages/page.ts';
import type { Route } from './http/route.ts';
import type { Metrics } from './metrics.ts';
import type { RecordRefusal } from './mqtt/connections/refusals.ts';
import type { ModuleTopic } from './mqtt/module-topics.ts';
import type { DeviceReplies } from './mqtt/replies.ts';
import type { SecretPage } from './stored-secrets.ts';

/** What the AsyncAPI document says about the frames of the live socket, by their type. */
export type Frames = Readonly<Record<string, { readonly summary: string; readonly payload: TSchema }>>;

export interface ModuleFrames {
  readonly server?: Frames;
  readonly client?: Frames;
}

interface BrokerParts {
  /** Publishes to the local connections of one account. */
  readonly publish: (topic: string, payload: string, userId: string) => void;
  readonly recordRefusal: RecordRefusal;
  readonly replies: DeviceReplies;
  /** Devices with a local subscription. */
  readonly listenedDevices: () => Iterable<string>;
}

/** What a module has opened. `Channels` is notify's: how messages are sent, by kind. */
export interface Running<Channels = never> {
  /** Rows of the route table that share a part with its other work. */
  readonly routes?: readonly Route[];
  readonly mqttTopics?: (broker: BrokerParts) => readonly ModuleTopic[];
  /** What is retained on `devices/<MAC>/updates`, for a new subscriber. Never rejects. */
  readonly retainedUpdate?: (macAddress: string) => Promise<string | undefined>;
  /** Called when the ports are open. */
  start?(): void;
  /** Connections to systems outside the service that carry notifications, and whether they work now. */
  readonly gateways?: Gateways;
  readonly channels?: Channels;
  /** Details of the health report, by name. */
  readonly health?: HealthDetails;
}

export type HealthDetails = Readonly<Record<string, () => object | undefined>>;

export type Gateways = Readonly<Record<string, () => boolean>>;

/**
 * What a module gives the service: docs/architecture.md, "Manifests". What it does not have, it leaves out. Its functions
 * take what they need of `Context`, which has all parts of the running service, or of `Early`, which has no opened ones.
 */
export interface Module<Context, Early = Context, Channels = unknown> {
  readonly name: string;
  readonly metrics?: (registry: Metrics) => object;
  /** Deletions of expired rows. */
  readonly retention?: (early: Early) => readonly RetentionTask[];
  /** The tables with encrypted secrets. */
  readonly secrets?: readonly SecretPage[];
  /** docs/contract.md, "Export": fields of profile.json, and files. */
  readonly personalData?: {
    readonly profile?: readonly ProfilePart[];
    readonly files?: readonly ExportSource[];
  };
  readonly frames?: ModuleFrames;
  /** Rows of the route table. */
  readonly routes?: readonly ((context: Context) => Route | readonly Route[])[];
  /** What the service serves outside `/api`. */
  readonly pages?: readonly ((context: Context) => readonly Page[])[];
  /** Topics, for the AsyncAPI document. */
  readonly mqttChannels?: readonly AsyncApiChannel[];
  /** Addresses that other systems call, for the OpenAPI document. */
  readonly hooks?: readonly HookDescription[];
  /** Opens what works beside requests. */
  readonly open?: (context: Context) => Running<Channels> | undefined;
  /** Warnings for the log, when the service has started. */
  readonly checks?: (context: Context) => Promise<readonly string[]>;
}
