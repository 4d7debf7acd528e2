import type { WearerSignals } from '../falls/index.ts';
import { checkSocketSignal } from '../falls/wearer-signals/schema.ts';
import { type Command, frameOf } from '../live/index.ts';
import type { Queryable } from '../platform/database/database.ts';
import { NotFound } from '../platform/errors.ts';
import { findDeviceNamed } from './store/devices.ts';

interface AnswerCommandDeps {
  readonly db: Queryable;
  readonly answers: WearerSignals;
}

/** `answer` frames of the live socket: the wearer is OK or needs help. */
export const answerCommand =
  ({ db, answers }: AnswerCommandDeps): Command =>
  async (socket, { ref, data }) => {
    const { answer, deviceId } = checkSocketSignal.parse(data);
    socket.inFlight += 1;
    try {
      const device = deviceId ? await findDeviceNamed(db, deviceId) : undefined;
      if (deviceId && device === undefined) throw new NotFound('Device');
      const { status, fall } = await answers.answer(socket.principal, device, answer);
      socket.send(frameOf({ type: 'assessment', ref, status, data: fall }));
    } finally {
      socket.inFlight -= 1;
    }
  };
