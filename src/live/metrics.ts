import type { Metrics } from '../platform/metrics.ts';

export interface LiveMetrics {
  /**
   * The client reads too slowly. `live_socket`: it was disconnected; it reconnects and resumes. `live_reading`: a
   * reading was not sent to it.
   */
  dropped(what: 'live_socket' | 'live_reading'): void;
  /** `read` is called at each scrape. */
  readSockets(read: () => number): void;
}

export const createLiveMetrics = (metrics: Metrics): LiveMetrics => ({
  dropped: metrics.drops('live_socket', 'live_reading'),
  readSockets: (read) => metrics.readGauge('live_sockets', 'Open live sockets', read),
});
