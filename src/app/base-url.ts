import type { Config } from './config.ts';

/** The API's address for the start banner, under a name that the certificate has. */
export const baseUrlOf = ({ tlsAcme, tlsCertFile }: Config, port: number): string =>
  `${tlsCertFile === undefined ? 'http' : 'https'}://${tlsAcme[0] ?? 'localhost'}:${port}/api`;
