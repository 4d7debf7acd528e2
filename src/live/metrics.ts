import type { Metrics } from '../platform/metrics.ts';

export interface LiveMetrics {
  /**
   * The client reads too slowly. `live_socket` and `mqtt_client`: it was disconnected; it reconnects and resumes.
   * `live_reading`: a reading was not sent to it. `mqtt_message`: the queue of a disconnected client is full.
   */
  dropped(what: 'live_socket' | 'live_reading' | 'mqtt_client' | 'mqtt_message'): void;
  /** `read` is called at each scrape. */
  readSockets(read: () => number): void;
  /** `read` is called at each scrape. */
  readMqttConnections(read: () => number): void;
}

export const createLiveMetrics = (metrics: Metrics): LiveMetrics => ({
  dropped: metrics.drops('live_socket', 'live_reading', 'mqtt_client', 'mqtt_message'),
  readSockets: (read) => metrics.readGauge('live_sockets', 'Open live sockets', read),
  readMqttConnections: (read) => metrics.readGauge('mqtt_connections', 'Open MQTT connections', read),
});
