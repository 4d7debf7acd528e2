import type { Gateways, HealthDetails, Running } from '../platform/module.ts';
import type { ModuleTopic } from '../platform/mqtt/module-topics.ts';
import type { AppContext, AppModule } from './app-context.ts';
import type { Border } from './border.ts';

type BrokerParts = Parameters<NonNullable<Running['mqttTopics']>>[0];

/** Opens what works beside requests, each module behind the border. */
export function openModules(modules: readonly AppModule[], context: AppContext, border: Border) {
  const running = modules.flatMap(({ name, open }) => {
    const own = { ...context, closeLater: closeLaterOf(name, context, border) };
    const opened = open && border.call(name, 'open', () => open(own), undefined);
    return opened === undefined ? [] : [{ name, opened }];
  });
  for (const { name, opened } of running)
    context.channels.add(opened.channels ?? {}, (error) => border.failed(name, 'channels', error));
  const gateways: Gateways = Object.fromEntries(
    running.flatMap(({ name, opened }) =>
      Object.entries(opened.gateways ?? {}).map(([gateway, isWorking]) => [
        gateway,
        () => border.call(name, 'gateways', isWorking, false),
      ]),
    ),
  );
  const healthDetails: HealthDetails = Object.fromEntries(
    running.flatMap(({ name, opened }) =>
      Object.entries(opened.health ?? {}).map(([detail, read]) => [
        detail,
        () => border.call(name, 'health', read, undefined),
      ]),
    ),
  );
  return {
    healthDetails,
    routes: running.flatMap(({ opened }) => opened.routes ?? []),
    gateways,
    mqttTopics: (broker: BrokerParts): readonly ModuleTopic[] =>
      running.flatMap(({ name, opened }) =>
        border
          .call(name, 'mqttTopics', () => opened.mqttTopics?.(broker) ?? [], [])
          .map((topic) => border.topic(name, topic)),
      ),
    async retainedUpdate(macAddress: string): Promise<string | undefined> {
      for (const { name, opened } of running) {
        const { retainedUpdate } = opened;
        const text =
          retainedUpdate &&
          (await border.wait(name, 'mqttTopics', () => retainedUpdate(macAddress), undefined));
        if (text !== undefined) return text;
      }
      return undefined;
    },
    start(): void {
      for (const { name, opened } of running) border.call(name, 'start', () => opened.start?.(), undefined);
    },
  };
}

export type OpenModules = ReturnType<typeof openModules>;

const closeLaterOf =
  (name: string, { closeLater }: AppContext, border: Border): AppContext['closeLater'] =>
  (part, close) =>
    closeLater(part, () => border.wait(name, 'close', close, undefined));
