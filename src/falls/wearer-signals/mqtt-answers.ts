import { AppError } from '../../platform/errors.ts';
import { REPETITION_MS } from '../../platform/fingerprint.ts';
import type { PublishJob, Receive } from '../../platform/mqtt/packets/publish-job.ts';
import { jsonIn, type Published } from '../../platform/mqtt/packets/published.ts';
import type { DeviceReplies } from '../../platform/mqtt/replies.ts';
import { checkWearerSignal } from './schema.ts';
import type { SignalOutcome, Wearable, WearerSignals } from './wearer-signals.ts';

interface AnswersTopicDeps {
  readonly answers: WearerSignals;
  /** Undefined for a device that is not registered. */
  readonly findDevice: (macAddress: string) => Promise<Wearable | undefined>;
  readonly replies: DeviceReplies;
}

/** Signals of a wearer over MQTT: `devices/<MAC>/answers`. */
export function createAnswersTopic({ answers, findDevice, replies }: AnswersTopicDeps): Receive {
  async function take(
    { connection: { identity }, subject: macAddress }: PublishJob,
    message: Published,
  ): Promise<SignalOutcome> {
    const body = jsonIn(message);
    if (body instanceof AppError) throw body;
    const { answer } = checkWearerSignal.parse(body);
    const { dup, isSuspected = false } = message;
    // An unregistered device belongs to its sender, as after its first reading: a call for help must not wait for that.
    const device = (await findDevice(macAddress)) ?? { id: null, userId: identity.userId };
    const repetition = dup ? { repeatsForMs: REPETITION_MS, isMarked: !isSuspected } : {};
    return answers.answer(identity, device, answer, repetition);
  }

  return (job, message) => {
    take(job, message).then(
      ({ status, fall, isNew }) => {
        replies.send(job, () => JSON.stringify({ success: true, status, data: fall }));
        job.taken(isNew);
      },
      (error: unknown) => replies.refuse(job, error),
    );
  };
}
