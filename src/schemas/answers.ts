import Type, { type Static } from 'typebox';
import { bodyChecker } from './check.ts';
import { oneOf, optional } from './primitives.ts';

/** docs/response.md, "Endpoints": what a wearer says, asked or not. */
export const WearerAnswer = Type.Object({ answer: oneOf(['ok', 'help']) });
export type Answer = Static<typeof WearerAnswer>['answer'];

/** No path and no topic names the device here. */
export const SocketAnswer = Type.Object({
  ...WearerAnswer.properties,
  deviceId: optional(
    Type.String({ maxLength: 36, 'x-says': 'must be the id or the MAC address of a device' }),
  ),
});

export const wearerAnswer = bodyChecker(WearerAnswer);
export const socketAnswer = bodyChecker(SocketAnswer);
