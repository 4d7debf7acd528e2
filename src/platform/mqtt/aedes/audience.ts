import type { AedesPublishPacket, PublishPacket } from 'aedes';

/**
 * Attaches the owner of the device that a message is about, and the connection that sent it. Aedes copies few fields of a
 * packet on its way to the subscribers; the sender's id is one of them, and our own messages have no sender.
 */
export const withAudience = (packet: PublishPacket, audience: string, origin?: string): PublishPacket =>
  Object.assign(packet, { clientId: origin === undefined ? audience : audience + SEPARATOR + origin });

const SEPARATOR = '\n';

/** Undefined for a retained message, which does not keep it. */
export function audienceOf(packet: AedesPublishPacket): string | undefined {
  const { clientId } = packet as { clientId?: string };
  return clientId?.includes(SEPARATOR) ? clientId.slice(0, clientId.indexOf(SEPARATOR)) : clientId;
}

/** The connection whose message this is; known for messages of connections that do not want their own. */
export function originOf(packet: AedesPublishPacket): string | undefined {
  const { clientId } = packet as { clientId?: string };
  return clientId?.includes(SEPARATOR) ? clientId.slice(clientId.indexOf(SEPARATOR) + 1) : undefined;
}
