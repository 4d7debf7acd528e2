import { maySignalAsWearer } from '../../accounts/permissions.ts';
import type { SignalOutcome, WearerSignals } from '../../falls/index.ts';
import { WearerSignalBody } from '../../falls/wearer-signals/schema.ts';
import type { Database } from '../../platform/database/database.ts';
import { Forbidden } from '../../platform/errors.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { success } from '../../platform/schema/envelope.ts';
import { FallDetail } from '../../response/fall/schema.ts';
import { deviceAt } from './device-path.ts';

interface WearerSignalRouteDeps {
  readonly db: Database;
  readonly answers: WearerSignals;
}

const replyOf = ({ status, fall }: SignalOutcome) => ({ status, data: fall });

/** docs/response.md, "Endpoints": the wearer's own signals. */
export function wearerSignalRoutes({ db, answers }: WearerSignalRouteDeps): readonly Route[] {
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
      async target({ principal, params }) {
        const device = await deviceAt(db, params.id);
        if (!maySignalAsWearer(principal, device))
          throw new Forbidden('Only the wearer can send this signal');
        return device;
      },
      body: WearerSignalBody,
      otherStatus: 201,
      reply: success(FallDetail),
      handle: async ({ principal, target, body }) =>
        replyOf(await answers.answer(principal, target, body.answer)),
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
