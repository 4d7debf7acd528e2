import type { WearerSignals } from '../falls/index.ts';
import { checkSocketSignal } from '../falls/wearer-signals/schema.ts';
import { type Command, frameOf } from '../live/index.ts';
import type { Queryable } from '../platform/database/database.ts';
import { NotFound } from '../platform/errors.ts';
import { onlyForDeviceTokens, requireOwnDevice } from '../platform/http/principal.ts';
import { bodyChecker } from '../platform/schema/check.ts';
import type { Pauses } from './pauses.ts';
import { DevicePause } from './schema.ts';
import { findDeviceNamed } from './store/devices.ts';

interface AnswerCommandDeps {
  readonly db: Queryable;
  readonly answers: WearerSignals;
}

/** `answer` frames of the live socket: the wearer is OK or needs help. */
export const answerCommand =
  ({ db, answers }: AnswerCommandDeps): Command =>
  async (socket, { ref, data }) => {
    const { answer, deviceId = socket.principal.device?.id } = checkSocketSignal.parse(data);
    if (deviceId) requireOwnDevice(socket.principal, deviceId);
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

interface PauseCommandDeps {
  readonly db: Queryable;
  readonly pauses: Pick<Pauses, 'set'>;
}

const checkPause = bodyChecker(DevicePause);

/** `paused` frames: the device does not measure for now, or measures again. */
export const pauseCommand =
  ({ db, pauses }: PauseCommandDeps): Command =>
  async (socket, { ref, data }) => {
    const { device } = socket.principal;
    if (device === undefined) throw onlyForDeviceTokens();
    const { reason } = checkPause.parse(data);
    const row = await findDeviceNamed(db, device.id);
    if (row?.userId !== socket.userId) throw new NotFound('Device');
    await pauses.set(row, reason);
    socket.send(frameOf({ type: 'paused', ref, data: { reason } }));
  };
