import Type from 'typebox';
import type { Database } from '../platform/database/database.ts';
import { AppError, deviceNotYours, InvalidInput } from '../platform/errors.ts';
import { recordHealthRead } from '../platform/http/audit-lines.ts';
import type { Principal } from '../platform/http/principal.ts';
import { directRoute, type Params, type Route, route } from '../platform/http/route.ts';
import { READING_BYTES } from '../platform/mqtt/limits.ts';
import { success } from '../platform/schema/envelope.ts';
import { HOUR_MS, MINUTE_MS } from '../platform/time.ts';
import type { Assessed } from './assessed.ts';
import { assessedJson } from './assessed-json.ts';
import type { Backlog } from './backlog/backlog.ts';
import type { ReadingHandler } from './handler.ts';
import { identityOfKey } from './idempotency-key.ts';
import type { ReadingMetrics } from './metrics.ts';
import { ownReading } from './own-reading.ts';
import {
  Assessment,
  BacklogOutcome,
  Backlog as BacklogRequest,
  HistoryPoint,
  HistoryQuery,
  SensorReading,
} from './schema.ts';
import { bucketedHistory, rawHistory } from './store/history.ts';
import { countedBy } from './transport-metrics.ts';

const MAX_POINTS = 2000;
/** By resolution: a chart's default time range, and the duration of a point. */
const HISTORY = {
  raw: { defaultRangeMs: HOUR_MS, pointMs: undefined },
  minute: { defaultRangeMs: 24 * HOUR_MS, pointMs: MINUTE_MS },
  hour: { defaultRangeMs: 30 * 24 * HOUR_MS, pointMs: HOUR_MS },
} as const;

interface SubmitReadingRouteDeps {
  readonly handler: Pick<ReadingHandler, 'handleReading'>;
  readonly metrics: { readonly readings: Pick<ReadingMetrics, 'tallies'> };
}

/** docs/contract.md, "Devices": readings over HTTP. */
export function submitReadingRoute(deps: SubmitReadingRouteDeps): Route {
  const handler = countedBy(deps.handler, deps.metrics.readings.tallies.http);
  return directRoute({
    operation: 'submitReading',
    at: 'POST /device/sensor-stream',
    withTemporaryPassword: 'devices',
    scope: 'ingest',
    personal: true,
    devices: true,
    summary: 'Submit a sensor reading. The first reading of an unknown MAC address registers the device.',
    body: SensorReading,
    bodyBytes: READING_BYTES,
    idempotencyKey:
      'Idempotency key of the reading. A reading of the same device with the same key within 10 minutes is a repetition: same response, stored once.',
    reply: success(Assessment),
    direct: (principal, body, idempotencyKey, reply) =>
      handler.handleReading(
        principal,
        ownReading(principal, body),
        identityOfKey(idempotencyKey),
        (outcome) => reply(outcome instanceof AppError ? outcome : assessmentJson(outcome)),
      ),
  });
}

interface SubmitBacklogRouteDeps {
  readonly backlog: Pick<Backlog, 'handleBacklog'>;
  /** Resolves `/device/:id`. */
  readonly wearableAt: (call: {
    readonly params: Params;
  }) => Promise<{ readonly macAddress: string; readonly userId: string }>;
}

/** docs/contract.md, "Backlog": over HTTP. */
export const submitBacklogRoute = ({ backlog, wearableAt }: SubmitBacklogRouteDeps): Route => ({
  ...route({
    operation: 'submitBacklog',
    at: 'POST /device/:id/backlog',
    access: 'signed-in',
    limit: 'backlog',
    withTemporaryPassword: 'devices',
    scope: 'ingest',
    personal: true,
    devices: true,
    summary: 'Submit readings that the wearable kept while it was offline, each with `recorded_at`',
    async target({ principal, params }) {
      const device = await wearableAt({ params });
      if (device.userId !== principal.userId) throw deviceNotYours();
      return device;
    },
    body: BacklogRequest,
    bodyBytes: READING_BYTES,
    reply: success(BacklogOutcome),
    handle: async ({ principal, target, body: { readings } }) => ({
      data: await backlog.handleBacklog(principal, target.macAddress, readings),
    }),
  }),
  // An invalid entry does not affect the others, so the handler checks each by itself.
  body: {
    parse: (input) => ({
      readings: typeof input === 'object' && input !== null && 'readings' in input ? input.readings : input,
    }),
  },
});

interface ReadingHistoryRouteDeps {
  readonly db: Database;
  /** Resolves `/device/:id`, for the owner, an assigned caregiver or an admin. */
  readonly deviceInCare: (call: {
    readonly principal: Principal;
    readonly params: Params;
  }) => Promise<{ readonly key: number; readonly userId: string }>;
  readonly now: () => number;
}

export const readingHistoryRoute = ({ db, deviceInCare, now }: ReadingHistoryRouteDeps): Route =>
  route({
    operation: 'getDeviceReadings',
    at: 'GET /device/:id/readings',
    access: 'signed-in',
    summary: `Get readings for a chart, oldest first, at most ${MAX_POINTS} points. To page, pass the last timestamp as \`from\`.`,
    target: deviceInCare,
    query: HistoryQuery,
    reply: success(Type.Array(HistoryPoint)),
    async handle({ target, query, principal, record }) {
      const resolution = query.resolution ?? 'raw';
      const { defaultRangeMs, pointMs } = HISTORY[resolution];
      const to = query.to ? new Date(query.to) : new Date(now());
      const from = query.from ? new Date(query.from) : new Date(to.getTime() - defaultRangeMs);
      if (from >= to) throw new InvalidInput({ from: 'must be before `to`' });
      const last =
        pointMs === undefined ? to.getTime() : Math.min(to.getTime(), from.getTime() + MAX_POINTS * pointMs);
      const range = { deviceKey: target.key, from, to: new Date(last), limit: MAX_POINTS };
      recordHealthRead({ principal, record }, 'the readings of a device', target.userId);
      return {
        data:
          resolution === 'raw' ? await rawHistory(db, range) : await bucketedHistory(db, range, resolution),
      };
    },
  });

const assessmentJson = (assessed: Assessed): Buffer =>
  Buffer.from(`{"success":true,"data":${assessedJson(assessed)}}`);
