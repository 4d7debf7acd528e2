import type { NotifyConfig } from '../notify/settings.ts';
import { url } from '../platform/config/addresses.ts';
import { type IsRefused, setting, type ValuesOf } from '../platform/config/setting.ts';
import { InvalidValue, list, number, wholeNumber } from '../platform/config/values.ts';

const MOST_NEIGHBOURS = 10;

const webUrl = url('https:', 'http:');

const rows = {
  pathTestMinutes: setting({
    env: 'PATH_TEST_MINUTES',
    meaning: 'minutes between path tests, which send an alert from a reading to a receiver; 0 disables them',
    fallback: 5,
    parse: number(0, 1440),
  }),
  heartbeatUrl: setting({
    env: 'HEARTBEAT_URL',
    meaning:
      'URL that gets a GET while alerts arrive, else a POST to its `/fail`: a check of healthchecks.io, a push monitor of Uptime Kuma',
    shown: 'none: no heartbeat',
    secret: true,
    parse: webUrl,
  }),
  heartbeatSeconds: setting({
    env: 'HEARTBEAT_SECONDS',
    meaning: 'seconds between heartbeats',
    fallback: 60,
    parse: wholeNumber(5, 3600),
  }),
  watchUrls: setting<readonly string[]>({
    env: 'WATCH_URLS',
    meaning: 'addresses of the `/api/health` of other installations to watch, comma-separated, at most 10',
    shown: 'none',
    fallback: [],
    parse: (value) => {
      const urls = [...new Set(list(value))].map(webUrl);
      if (urls.length > MOST_NEIGHBOURS)
        throw new InvalidValue(`must be at most ${MOST_NEIGHBOURS} addresses`);
      return urls;
    },
  }),
  watchSeconds: setting({
    env: 'WATCH_SECONDS',
    meaning: 'seconds for which another installation must not be HEALTHY before the admins are alerted',
    fallback: 180,
    parse: wholeNumber(10, 3600),
  }),
};

export type PathConfig = ValuesOf<typeof rows>;

export const settings = {
  rows,
  contradictions(
    { heartbeatUrl, watchUrls, allowPrivateTargets }: PathConfig & Pick<NotifyConfig, 'allowPrivateTargets'>,
    isRefused: IsRefused,
  ): string[] {
    if (allowPrivateTargets || isRefused('ALLOW_PRIVATE_TARGETS')) return [];
    const plain = [
      ...(heartbeatUrl?.startsWith('http:') ? ['HEARTBEAT_URL'] : []),
      ...(watchUrls.some((watched) => watched.startsWith('http:')) ? ['WATCH_URLS'] : []),
    ];
    return plain
      .filter((name) => !isRefused(name))
      .map((name) => `${name} must start with https://, unless ALLOW_PRIVATE_TARGETS is true`);
  },
};
