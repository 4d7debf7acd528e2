import { csvOf, type Table } from '../csv.ts';
import { AppError } from '../errors.ts';
import {
  type CookieSettings,
  knownBrowserCookie,
  loginFlowCookie,
  sessionCookie,
  stationCookie,
} from './cookies.ts';
import type { Exchange, Header } from './exchange.ts';
import { isKnownTo } from './pages/console-files.ts';
import { rangeOf } from './range.ts';
import type { Download, LargeFile, Reply, Route } from './route.ts';

interface Sending {
  readonly cookie: CookieSettings;
  /** Where the caller asks for CSV. */
  readonly table: Table | undefined;
}

/** Sends a handler's reply, in the envelope unless it is a document, a table or a download. */
export function sendReply(
  exchange: Exchange,
  route: Route,
  reply: Reply,
  { cookie: cookieSettings, table }: Sending,
): void {
  const {
    data,
    token,
    pagination,
    document,
    download,
    file,
    largeFile,
    sessionCookie: cookie,
    stationCookie: station,
    knownBrowserCookie: knownBrowser,
    loginFlowCookie: loginFlow,
    location,
    headers,
  } = reply;
  if (cookie !== undefined) exchange.headers.push(['Set-Cookie', sessionCookie(cookie, cookieSettings)]);
  if (station !== undefined) exchange.headers.push(['Set-Cookie', stationCookie(station, cookieSettings)]);
  if (knownBrowser !== undefined)
    exchange.headers.push(['Set-Cookie', knownBrowserCookie(knownBrowser, cookieSettings)]);
  if (loginFlow !== undefined)
    exchange.headers.push(['Set-Cookie', loginFlowCookie(loginFlow, cookieSettings)]);
  if (location !== undefined) return sendRedirect(exchange, location);
  if (headers !== undefined) exchange.headers.push(...headers);
  const status = reply.status ?? route.status;
  if (status === 204 || status === 304) return exchange.send(status, undefined);
  if (download !== undefined && route.download !== undefined)
    return exchange.stream(route.status, download, downloadHeaders(route.download));
  if (file !== undefined) return sendFile(exchange, route.status, file);
  if (largeFile !== undefined) return sendLargeFile(exchange, route.status, largeFile);
  if (route.csv) exchange.headers.push(['Vary', 'Accept']);
  if (table !== undefined) return sendTable(exchange, route.status, table);
  const body = document ?? Buffer.from(JSON.stringify({ success: true, data, token, pagination }));
  exchange.send(status, body, { as: route.protocol?.profile ?? 'json' });
}

/** The address must be an ASCII URL or path: URL.href is. */
export function sendRedirect(exchange: Exchange, location: string): void {
  exchange.headers.push(['Location', location]);
  exchange.send(302, undefined);
}

function sendFile(
  exchange: Exchange,
  status: number,
  { mediaType, content, tag }: NonNullable<Reply['file']>,
): void {
  const etag = `"${tag}"`;
  exchange.headers.push(['ETag', etag]);
  if (isKnownTo({ etag }, exchange.head.ifNoneMatch)) return exchange.send(304, undefined, { as: 'file' });
  exchange.headers.push(['Content-Type', mediaType]);
  exchange.send(status, content, { as: 'file' });
}

/** RFC 9110, section 14: the whole file, or one range of it. */
function sendLargeFile(exchange: Exchange, status: number, file: LargeFile): void {
  const { mediaType, size, tag, read, onEnd } = file;
  const { ifRange, ifNoneMatch, range: asked } = exchange.head;
  const etag = `"${tag}"`;
  exchange.headers.push(['ETag', etag], ['Accept-Ranges', 'bytes']);
  if (isKnownTo({ etag }, ifNoneMatch)) {
    onEnd();
    return exchange.send(304, undefined, { as: 'file' });
  }
  const range = ifRange === '' || ifRange === etag ? rangeOf(asked, size) : undefined;
  if (range === 'none') {
    onEnd();
    exchange.headers.push(['Content-Range', `bytes */${size}`]);
    throw new AppError('RANGE_NOT_SATISFIABLE', `The file has ${size} bytes`);
  }
  const { from, to } = range ?? { from: 0, to: size };
  if (range !== undefined) exchange.headers.push(['Content-Range', `bytes ${from}-${to - 1}/${size}`]);
  exchange.headers.push(['Content-Type', mediaType]);
  exchange.sendPieces(range === undefined ? status : 206, { from, to, read, onEnd });
}

function sendTable(exchange: Exchange, status: number, { fileName, rows }: Table): void {
  exchange.headers.push(attachment(fileName));
  exchange.send(status, csvOf(rows), { as: 'csv' });
}

export const downloadHeaders = ({ mediaType, fileName }: Download): readonly Header[] => [
  ['Content-Type', mediaType],
  attachment(fileName()),
];

const attachment = (fileName: string): Header => [
  'Content-Disposition',
  `attachment; filename="${fileName}"`,
];
