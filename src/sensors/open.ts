import type { Cluster } from '../platform/cluster/cluster.ts';
import type { Running } from '../platform/module.ts';
import { type SensorEventDeps, SensorEvents } from './events.ts';
import { createSensorTopics } from './mqtt-topics.ts';
import { type SensorRouteDeps, sensorRoutes } from './routes.ts';

interface OpenDeps extends SensorEventDeps, Omit<SensorRouteDeps, 'sensorEvents'> {
  readonly cluster: Cluster;
}

/** Events come over HTTP and MQTT, and are taken in one place. */
export function openSensors(deps: OpenDeps): Running {
  const sensorEvents = new SensorEvents(deps);
  return {
    routes: sensorRoutes({ ...deps, sensorEvents }),
    mqttTopics: (broker) => createSensorTopics({ ...broker, sensorEvents, cluster: deps.cluster }),
  };
}
