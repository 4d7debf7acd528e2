import { liveChannel } from '../live/live-channel.ts';
import { documentRoutes } from '../platform/http/document-routes.ts';
import type { Route } from '../platform/http/route.ts';
import { presenceChannel } from '../platform/mqtt/channels-schema.ts';
import type { AppContext, AppModule } from './app-context.ts';
import type { Border } from './border.ts';

/** The route table, from which routing, permissions and the OpenAPI document are built. */
export function createRoutes(
  modules: readonly AppModule[],
  context: AppContext,
  border: Border,
  opened: readonly Route[],
): readonly Route[] {
  const routes = [
    ...modules.flatMap(({ name, routes = [] }) =>
      routes.flatMap((rows) => border.call(name, 'routes', () => rows(context), [])),
    ),
    ...opened,
  ];
  return [
    ...routes,
    ...documentRoutes(
      routes.filter(({ protocol }) => protocol === undefined),
      modules.flatMap(({ hooks = [] }) => hooks),
      [
        liveChannel(modules.map(({ frames = {} }) => frames)),
        presenceChannel,
        ...modules.flatMap(({ mqttChannels = [] }) => mqttChannels),
      ],
      context.version,
    ),
  ];
}
