import Type, { type Static } from 'typebox';
import { bodyChecker } from '../platform/schema/check.ts';
import { SOME_MAC } from '../platform/schema/mac.ts';
import { oneOf, optional, record } from '../platform/schema/primitives.ts';

/** docs/response.md, "Endpoints": what a wearer says, asked or not. */
export const WearerSignalBody = record('WearerAnswer', 'What a wearer says, asked or not', {
  answer: oneOf(['ok', 'help'], '`ok` calls off their newest unresolved fall; `help` is an emergency'),
});
export type WearerSignal = Static<typeof WearerSignalBody>['answer'];

/** No path and no topic names the device here. */
export const SocketSignalBody = record('SocketAnswer', 'What a wearer says over the live socket', {
  ...WearerSignalBody.properties,
  deviceId: optional(
    Type.String({
      maxLength: 36,
      description: 'ID or MAC address of the wearable. If missing, the call is for the wearer alone.',
      examples: [SOME_MAC],
      'x-says': 'must be the id or the MAC address of a device',
    }),
  ),
});

export const checkWearerSignal = bodyChecker(WearerSignalBody);
export const checkSocketSignal = bodyChecker(SocketSignalBody);
