import type { Connection } from './connections/connection.ts';
import type { Receive } from './packets/publish-job.ts';

/** docs/mqtt.md, "Topics": a row of the table of topics that modules own, besides the topics of devices. */
export interface ModuleTopic {
  /** What a topic or filter names, for example a sensor; undefined for one of another row. */
  subjectOf(topic: string): string | undefined;
  /** Clients publish to it. Below `devices/<MAC>`, it checks itself who may. */
  readonly receive?: Receive;
  /** Clients subscribe to it: checks the permission and starts the delivery. Completes before SUBACK. */
  admit?(connection: Connection, subject: string): Promise<boolean>;
  /** Checked at every delivery: permissions may have changed since the subscription. */
  mayReceive?(connection: Connection, subject: string, audience: string | undefined): boolean;
}

export const rowOf = (topics: readonly ModuleTopic[], topic: string): ModuleTopic | undefined =>
  topics.find((row) => row.subjectOf(topic) !== undefined);
