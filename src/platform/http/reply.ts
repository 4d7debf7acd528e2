import { type CookieSettings, sessionCookie } from './cookies.ts';
import type { Exchange, Header } from './exchange.ts';
import type { Download, Reply, Route } from './route.ts';

/** Answers with a handler's reply, in the envelope unless it is a document or a download. */
export function sendReply(
  exchange: Exchange,
  route: Route,
  reply: Reply,
  cookieSettings: CookieSettings,
): void {
  const { data, token, pagination, document, download, sessionCookie: cookie } = reply;
  if (cookie !== undefined) exchange.headers.push(['Set-Cookie', sessionCookie(cookie, cookieSettings)]);
  if (route.status === 204) return exchange.send(204, undefined);
  if (download !== undefined && route.download !== undefined)
    return exchange.stream(route.status, download, downloadHeaders(route.download));
  const body = document ?? Buffer.from(JSON.stringify({ success: true, data, token, pagination }));
  exchange.send(reply.status ?? route.status, body);
}

export const downloadHeaders = ({ mediaType, fileName }: Download): readonly Header[] => [
  ['Content-Type', mediaType],
  ['Content-Disposition', `attachment; filename="${fileName()}"`],
];
