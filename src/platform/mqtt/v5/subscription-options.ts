import { MARK } from '../packets/subscribe-packets.ts';

/** MQTT 5, 3.8.3.1, and the Subscription Identifier; stored with persistent sessions. */
export interface SubscriptionOptions {
  readonly noLocal: boolean;
  readonly retainAsPublished: boolean;
  readonly retainHandling: number;
  readonly id: number | undefined;
}

/** As in 3.1.1. */
export const isPlain = ({ noLocal, retainAsPublished, retainHandling, id }: SubscriptionOptions): boolean =>
  !noLocal && !retainAsPublished && retainHandling === 0 && id === undefined;

/** Where a filter stands: the SUBSCRIBE, and its place in it. */
export interface RequestedFilter {
  readonly messageId: number;
  readonly place: number;
  readonly options: SubscriptionOptions;
}

const NO_LOCAL = 0x04;
const RETAIN_AS_PUBLISHED = 0x08;
const RETAIN_HANDLING_AT = 4;

/** Carries the options through Aedes, which knows a filter and a QoS only; it also makes equal filters differ. */
export const markedFilter = (
  filter: string,
  at: { readonly messageId: number; readonly place: number },
  options: number,
  id = 0,
): string => `${MARK}${at.messageId}.${at.place}.${options}.${id}${MARK}${filter}`;

/** Undefined for a filter without such a mark: one of MQTT 3.1.1, or of a stored session. */
export function requestedFilter(marked: string): RequestedFilter | undefined {
  if (!marked.startsWith(MARK)) return undefined;
  const mark = marked.slice(1, marked.lastIndexOf(MARK));
  const [messageId = 0, place = 0, bits = 0, id = 0] = mark.split('.').map(Number);
  const options = {
    noLocal: (bits & NO_LOCAL) !== 0,
    retainAsPublished: (bits & RETAIN_AS_PUBLISHED) !== 0,
    retainHandling: bits >> RETAIN_HANDLING_AT,
    id: id === 0 ? undefined : id,
  };
  return { messageId, place, options };
}

/** Whether a topic of the service matches a filter that was granted. */
export function matches(filter: string, topic: string): boolean {
  if (filter === topic) return true;
  const last = filter.length - 1;
  if (filter[last] === '#') return topic.startsWith(filter.slice(0, last));
  if (!filter.includes('+')) return false;
  const levels = topic.split('/');
  const asked = filter.split('/');
  return asked.length === levels.length && asked.every((level, i) => level === '+' || level === levels[i]);
}
