import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { ModuleTopic } from '../platform/mqtt/module-topics.ts';
import { CORE } from './modules.ts';

/** An adapter that takes longer to answer or to close has failed. */
const MOST_MS = 2_000;

/**
 * docs/architecture.md, "Core and adapters": where the service calls a module. What an adapter throws is caught here,
 * counted, logged once and named in the health report; what the core throws stops the start.
 */
export class Border {
  readonly #log: Log;
  readonly #failures: ReturnType<typeof failuresIn>;
  readonly #parts = new Set<string>();
  readonly #failed = new Set<string>();

  constructor(log: Log, registry: Metrics) {
    this.#log = log;
    this.#failures = failuresIn(registry);
  }

  /** The adapters that have failed since the start, by name. */
  failedAdapters(): readonly string[] {
    return [...this.#failed].sort();
  }

  /** `otherwise`: what the service goes on with. */
  call<T>(module: string, part: string, work: () => T, otherwise: T): T {
    if (isCore(module)) return work();
    try {
      return work();
    } catch (error) {
      this.failed(module, part, error);
      return otherwise;
    }
  }

  /** As `call`, also for an adapter that does not answer. */
  async wait<T>(module: string, part: string, work: () => Promise<T>, otherwise: T): Promise<T> {
    if (isCore(module)) return work();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`did not answer within ${MOST_MS} ms`)), MOST_MS);
    });
    try {
      return await Promise.race([Promise.resolve().then(work), late]);
    } catch (error) {
      this.failed(module, part, error);
      return otherwise;
    } finally {
      clearTimeout(timer);
    }
  }

  /** A message that the adapter could not take is not acknowledged, so that the client sends it again. */
  topic(module: string, topic: ModuleTopic): ModuleTopic {
    if (isCore(module)) return topic;
    const { receive, admit, mayReceive } = topic;
    const guarded = <T>(work: () => T, otherwise: T): T => this.call(module, 'mqttTopics', work, otherwise);
    return {
      subjectOf: (name) => guarded(() => topic.subjectOf(name), undefined),
      ...(receive && {
        receive: (job, message) => {
          const isReceived = guarded(() => {
            receive(job, message);
            return true;
          }, false);
          if (isReceived || job.isSettled) return;
          if (job.qos > 0) job.unavailable();
          else job.taken();
        },
      }),
      ...(admit && {
        admit: (...asked) => this.wait(module, 'mqttTopics', () => admit.apply(topic, asked), false),
      }),
      ...(mayReceive && {
        mayReceive: (...asked) => guarded(() => mayReceive.apply(topic, asked), false),
      }),
    };
  }

  failed(module: string, part: string, error: unknown): void {
    this.#failures.inc({ adapter: module, part });
    this.#failed.add(module);
    const place = `${module} ${part}`;
    // Counted from then on: an adapter that fails with every message would fill the log.
    if (this.#parts.has(place)) return;
    this.#parts.add(place);
    this.#log.error({ err: error, adapter: module, part }, 'adapters: one failed, the service goes on');
  }
}

const isCore = (module: string): boolean => CORE.some(({ name }) => name === module);

const failuresIn = (registry: Metrics) =>
  registry.counter('adapter_failures_total', 'Failures of adapters that were caught, by adapter and part', {
    labels: ['adapter', 'part'],
  });
