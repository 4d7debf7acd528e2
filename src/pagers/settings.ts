import { setting, type ValuesOf } from '../platform/config/setting.ts';
import { espaUrl } from './espa/espa-url.ts';

const rows = {
  espaUrl: setting({
    env: 'ESPA_URL',
    meaning:
      'paging system for pagers and DECT phones: `espa444+tcp://host:port` (ESPA 4.4.4) or `espax://user:password@host:port` (ESPA-X)',
    shown: 'none: no pagers',
    secret: true,
    parse: espaUrl,
  }),
};

export type PagersConfig = ValuesOf<typeof rows>;

export const settings = { rows };
