import { type ChannelKind, KINDS, kindOf } from '../channels/kinds.ts';
import { GATHER_MS } from './gathering.ts';

/**
 * The lane is the kind, plus the host where the target names one: a host that hangs delays only its own messages. A
 * kind without hosts is one lane.
 */
export function laneOf(kind: ChannelKind, target: Readonly<Record<string, unknown>>): string {
  const { hostField } = kindOf(kind);
  const address = hostField === undefined ? undefined : target[hostField];
  return typeof address === 'string' ? `${kind} ${new URL(address).host}` : kind;
}

/** How long a channel of this lane groups falls after a message. */
export function gatherMsOf(lane: string): number {
  const [kind = ''] = lane.split(' ');
  return (Object.hasOwn(KINDS, kind) ? kindOf(kind as ChannelKind).gatherMs : undefined) ?? GATHER_MS;
}

/** Whether the name is a kind with one lane per host, and not a lane itself. */
export const hasLanes = (name: string): boolean =>
  Object.hasOwn(KINDS, name) && kindOf(name as ChannelKind).hostField !== undefined;
