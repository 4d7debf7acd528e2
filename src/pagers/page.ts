import type { DeliveryResult } from '../notify/channels/index.ts';
import type { FallLevel } from '../platform/fall-levels.ts';

/** 1 alarm, 2 high, 3 normal, as ESPA 4.4.4 numbers them. */
export type PagePriority = 1 | 2 | 3;

/** A message for one pager or DECT phone. */
export interface Page {
  /** The same for every attempt; 32 characters, the most that ESPA-X allows. */
  readonly ref: string;
  readonly number: string;
  readonly text: string;
  readonly priority: PagePriority;
}

/** What the paging system reports about a message it has taken. */
export interface PageEvent {
  readonly what: 'acknowledged' | 'failed';
  readonly ref: string;
  /** Why it failed, for the timeline; null for an acknowledgement. */
  readonly reason: string | null;
  /** The digits of the device that answered; null where the paging system does not say. */
  readonly number: string | null;
}

/** A session with the paging system over one connection. Every method rejects with LinkBroken if it gets no answer. */
export interface PagerLink {
  /** How long the line may be idle before `beat` is due. */
  readonly heartbeatMs: number;
  send(page: Page): Promise<DeliveryResult>;
  /** Ends a message that is no longer needed, where the protocol can do that. */
  stop(ref: string): Promise<void>;
  beat(): Promise<void>;
}

/** The connection is of no use any more: it is closed and opened again. */
export class LinkBroken extends Error {}

const PRIORITIES: Readonly<Partial<Record<FallLevel, PagePriority>>> = { CONFIRMED: 1, HIGH: 2 };

export const priorityOf = (level: FallLevel | null): PagePriority =>
  (level === null ? undefined : PRIORITIES[level]) ?? 3;

/** The message's id as the reference of its process. */
export const refOf = (messageId: string): string => messageId.replaceAll('-', '');

const REF = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/** Undefined for a reference that Vigil has not made. */
export const messageIdOf = (ref: string): string | undefined =>
  REF.exec(ref.toLowerCase())?.slice(1).join('-');
