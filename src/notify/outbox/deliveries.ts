import type { Organisation } from '../../accounts/index.ts';
import type { Log } from '../../platform/log.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { SECOND_MS } from '../../platform/time.ts';
import type { DeliveryResult } from '../channels/channel.ts';
import type { Channels } from '../channels/channels.ts';
import { readTarget, UNREADABLE } from '../channels/stored-target.ts';
import { composeMessage, type MessageBatch } from './compose-message.ts';

export interface DeliveryDeps {
  readonly channels: Pick<Channels, 'send'>;
  readonly secretBox: SecretBox;
  readonly publicUrl: () => string;
  readonly organisation: Pick<Organisation, 'readerOf'>;
  readonly log: Log;
}

/** The messages that are sent together. */
export interface Lease {
  readonly id: string;
  /** By message. */
  readonly claimLinks: ReadonlyMap<string, string>;
  readonly receiptKey: Buffer;
}

/** Longer than any channel's own time limit: ends a delivery whose channel never returns. */
const SEND_TIMEOUT_MS = 15 * SECOND_MS;

/** Sends batches through their channels, each within a time limit. */
export class Deliveries {
  readonly #deps: DeliveryDeps;
  readonly #underWay = new Set<AbortController>();

  constructor(deps: DeliveryDeps) {
    this.#deps = deps;
  }

  /** Never rejects; a failure is a result. */
  async deliver(
    batch: MessageBatch,
    { claimLinks, receiptKey }: Pick<Lease, 'claimLinks' | 'receiptKey'>,
  ): Promise<DeliveryResult> {
    const { channels, secretBox, publicUrl, organisation, log } = this.#deps;
    const [{ kind, target, targetRow: row, language }] = batch;
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), SEND_TIMEOUT_MS);
    this.#underWay.add(timeout);
    try {
      const opened = readTarget(secretBox, { kind, row, target });
      if (opened === undefined) return UNREADABLE;
      const reader = organisation.readerOf(language);
      const message = composeMessage(batch, claimLinks, publicUrl(), reader, receiptKey);
      const { signal } = timeout;
      return await Promise.race([channels.send(opened, message, signal), aborted(signal)]);
    } catch (error) {
      log.error({ err: error, kind }, 'outbox: channel threw an unexpected error');
      return failed('failed');
    } finally {
      clearTimeout(timer);
      this.#underWay.delete(timeout);
    }
  }

  /** Aborts every delivery under way as failed. */
  abortAll(): void {
    for (const timeout of this.#underWay) timeout.abort();
  }
}

const failed = (error: string): DeliveryResult => ({ delivered: false, status: null, error });

const aborted = (signal: AbortSignal): Promise<DeliveryResult> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(failed('no answer in time')), { once: true });
  });
