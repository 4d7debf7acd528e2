import { AppError, InvalidInput } from '../errors.ts';
import type { Exchange } from '../http/exchange.ts';

/** 16 bytes in base64. */
const KEY = /^[A-Za-z0-9+/]{22}==$/;
const VERSION = '13';

/**
 * RFC 6455, section 4.2.1: the reason why the request is not a valid WebSocket handshake. uWebSockets.js checks the
 * key's length only.
 */
export function handshakeError(exchange: Exchange): AppError | undefined {
  const { head } = exchange;
  if (head.malformed !== undefined) return invalid(head.malformed);
  if (head.method !== 'GET') return invalid('A WebSocket is opened with GET');
  if (!hasToken(head.upgrade, 'websocket')) return invalid('Upgrade must be websocket');
  if (!hasToken(head.connection, 'upgrade')) return invalid('Connection must name Upgrade');
  // A repeated header becomes a list, which is not a valid key.
  if (!KEY.test(head.webSocketKey)) return invalid('Sec-WebSocket-Key must be 16 bytes in base64, once');
  if (head.hasBody) return invalid('A WebSocket upgrade has no body');
  if (head.webSocketVersion === VERSION) return undefined;
  exchange.headers.push(['Sec-WebSocket-Version', VERSION]);
  return new AppError('UPGRADE_REQUIRED', `Sec-WebSocket-Version must be ${VERSION}`);
}

const invalid = (message: string): AppError => new InvalidInput(undefined, message, 'REQUEST_MALFORMED');

const hasToken = (header: string, token: string): boolean =>
  header.split(',').some((entry) => entry.trim().toLowerCase() === token);
