import Type, { type Static } from 'typebox';
import { bodyChecker } from '../../platform/schema/check.ts';
import { SOME_MAC } from '../../platform/schema/mac.ts';
import { oneOf, optional, record } from '../../platform/schema/primitives.ts';

/** docs/response.md, "Endpoints": a wearer's signal, whether or not the wearer was asked. */
export const WearerSignalBody = record('WearerAnswer', 'Signal from the wearer', {
  answer: oneOf(['ok', 'help'], 'Signal: `ok` cancels the newest unresolved fall; `help` is an emergency'),
});
export type WearerSignal = Static<typeof WearerSignalBody>['answer'];

/** Has a field for the device, because a socket message has neither a path nor a topic that names it. */
export const SocketSignalBody = record('SocketAnswer', 'Signal from the wearer over the live socket', {
  ...WearerSignalBody.properties,
  deviceId: optional(
    Type.String({
      maxLength: 36,
      description: 'ID or MAC address of the wearable. If missing, the call is for the wearer alone.',
      examples: [SOME_MAC],
      'x-message': 'must be the id or the MAC address of a device',
    }),
  ),
});

export const checkWearerSignal = bodyChecker(WearerSignalBody);
export const checkSocketSignal = bodyChecker(SocketSignalBody);
