import { maySignalAsWearer } from '../../accounts/permissions.ts';
import type { SignalOutcome, WearerSignals } from '../../falls/index.ts';
import { WearerSignalBody } from '../../falls/wearer-signals/schema.ts';
import { requireCareOf } from '../../people/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { Forbidden } from '../../platform/errors.ts';
import { recordHealthRead } from '../../platform/http/audit-lines.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { type Params, type Route, route } from '../../platform/http/route.ts';
import { success } from '../../platform/schema/envelope.ts';
import * as t from '../../platform/schema/primitives.ts';
import { FallDetail, WearerFall } from '../../response/fall/schema.ts';
import type { Pauses } from '../pauses.ts';
import { DevicePause } from '../schema.ts';
import { deviceAt } from './device-path.ts';

interface WearerSignalRouteDeps {
  readonly db: Database;
  readonly answers: WearerSignals;
  readonly pauses: Pick<Pauses, 'set'>;
  /** The newest unresolved fall of a wearer; empty without one. */
  readonly wearerFalls: (wearerId: string) => Promise<readonly object[]>;
}

const replyOf = ({ status, fall }: SignalOutcome) => ({ status, data: fall });

/** docs/response.md, "Endpoints": the wearer's own signals. */
export function wearerSignalRoutes({
  db,
  answers,
  pauses,
  wearerFalls,
}: WearerSignalRouteDeps): readonly Route[] {
  async function ownDevice({ principal, params }: { principal: Principal; params: Params }) {
    const device = await deviceAt(db, params.id);
    if (!maySignalAsWearer(principal, device)) throw new Forbidden('Only the wearer can send this signal');
    return device;
  }

  return [
    route({
      operation: 'answerAsWearer',
      at: 'POST /device/:id/answer',
      access: 'signed-in',
      limit: 'urgent',
      scope: 'ingest',
      personal: true,
      withTemporaryPassword: 'devices',
      devices: true,
      summary:
        'Send the wearer\'s signal: "I\'m OK" cancels the newest unresolved fall; "I need help" raises it to CONFIRMED or records a fall (201).',
      target: ownDevice,
      body: WearerSignalBody,
      otherStatus: 201,
      reply: success(FallDetail),
      handle: async ({ principal, target, body }) =>
        replyOf(await answers.answer(principal, target, body.answer)),
    }),

    route({
      operation: 'getFallOfWearer',
      at: 'GET /device/:id/fall',
      access: 'signed-in',
      limit: 'urgent',
      devices: true,
      summary:
        "Get the wearer's newest unresolved fall of the last 24 hours, and who is coming; null without one. For the wearer, the care team and admins.",
      async target({ principal, params }) {
        const device = await deviceAt(db, params.id);
        await requireCareOf(db, principal, device.userId);
        return device;
      },
      reply: success(t.nullable(WearerFall)),
      async handle({ target, principal, record }) {
        recordHealthRead({ principal, record }, 'the open fall of a wearer', target.userId);
        return { data: (await wearerFalls(target.userId)).at(-1) ?? null };
      },
    }),

    route({
      operation: 'pauseDevice',
      at: 'POST /device/:id/pause',
      access: 'signed-in',
      limit: 'urgent',
      scope: 'ingest',
      personal: true,
      withTemporaryPassword: 'devices',
      devices: true,
      summary:
        'Say that the wearable does not measure for now, such as a phone whose screen is off; null: it measures again. Its next reading ends the pause, too.',
      target: ownDevice,
      body: DevicePause,
      reply: success(DevicePause),
      async handle({ target, body }) {
        await pauses.set(target, body.reason);
        return { data: { reason: body.reason } };
      },
    }),

    route({
      operation: 'callForHelp',
      at: 'POST /help',
      access: ['PATIENT'],
      limit: 'urgent',
      scope: 'ingest',
      withTemporaryPassword: 'devices',
      summary:
        'Call for help without a device. Raises the newest unresolved fall to CONFIRMED (200), or records a fall.',
      status: 201,
      otherStatus: 200,
      reply: success(FallDetail),
      handle: async ({ principal }) => replyOf(await answers.answer(principal, undefined, 'help')),
    }),
  ];
}
