import type { PlatformConfig } from '../platform/config/settings.ts';

const EVERYWHERE = new Set(['::', '0.0.0.0']);

/** The service of these settings, asked from its own machine. */
export function serviceUrl({
  host,
  port,
  tlsCertFile,
}: Pick<PlatformConfig, 'host' | 'port' | 'tlsCertFile'>): string {
  return `${tlsCertFile === undefined ? 'http' : 'https'}://${hereOf(host)}:${port}`;
}

/** `METRICS_PORT` listens there, too. */
export const hereOf = (host: string): string => {
  if (EVERYWHERE.has(host)) return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
};
