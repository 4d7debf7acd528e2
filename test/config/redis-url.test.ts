import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readRedisUrl } from '../../src/platform/config/redis-url.ts';

const NO_LOGIN = { username: undefined, password: undefined };

describe('REDIS_URL', () => {
  it('names one server, with or without TLS', () => {
    for (const url of ['redis://127.0.0.1', 'rediss://user:secret@redis.example.org:6380/2'])
      assert.deepEqual(readRedisUrl(url), { kind: 'server', url });
  });

  it('names Sentinels and the master that they know', () => {
    assert.deepEqual(readRedisUrl('redis+sentinel://one,two:26380,[::1]:26381/mymaster'), {
      kind: 'sentinel',
      sentinels: [
        { host: 'one', port: 26_379 },
        { host: 'two', port: 26_380 },
        { host: '::1', port: 26_381 },
      ],
      name: 'mymaster',
      login: NO_LOGIN,
      sentinelLogin: NO_LOGIN,
      isTls: false,
    });
  });

  it('has the credentials of Redis before the hosts, and those of Sentinel in the query', () => {
    const url =
      'rediss+sentinel://vigil:a%3Ab%2F@one/my%20master?sentinelUsername=watch&sentinelPassword=p+%26%25';
    assert.deepEqual(readRedisUrl(url), {
      kind: 'sentinel',
      sentinels: [{ host: 'one', port: 26_379 }],
      name: 'my master',
      login: { username: 'vigil', password: 'a:b/' },
      sentinelLogin: { username: 'watch', password: 'p+&%' },
      isTls: true,
    });
  });

  it('names nodes of a Redis Cluster', () => {
    for (const end of ['', '/'])
      assert.deepEqual(readRedisUrl(`rediss+cluster://:secret@one,two:7000${end}`), {
        kind: 'cluster',
        nodes: [
          { host: 'one', port: 6_379 },
          { host: 'two', port: 7_000 },
        ],
        login: { username: undefined, password: 'secret' },
        isTls: true,
      });
  });

  it('is refused with what to change, and without a part of it that may be a password', () => {
    for (const [url, expected] of [
      ['', /must be a URL that starts with redis:\/\/ or rediss:\/\//],
      ['http://one', /starts with .*redis\+sentinel:\/\/ or rediss\+sentinel:\/\//],
      ['redis+ring://one', /starts with/],
      ['redis://one,two', /several hosts: start it with redis\+sentinel:\/\/ or redis\+cluster:\/\//],
      ['redis+sentinel://one:26379', /must end with the name of the master/],
      ['redis+sentinel://one/', /must end with the name of the master/],
      ['redis+sentinel://one/mymaster/0', /must end with the name of the master/],
      ['redis+sentinel://one/mymaster?password=hush', /query parameters sentinelUsername and sentinel/],
      ['redis+sentinel://one/mymaster?sentinelUsername=hush', /sentinelPassword beside/],
      ['redis+cluster://one/0', /one database/],
      ['redis+cluster://one?sentinelPassword=hush', /no query/],
      ['redis+cluster://', /list its hosts/],
      ['redis+cluster://one,,two', /list its hosts/],
      ['redis+cluster://one:port', /list its hosts/],
      ['redis+cluster://:hu/sh@one', /list its hosts/],
      ['redis+cluster://:100%hush@one', /write it as %25/],
    ] as const)
      assert.throws(
        () => readRedisUrl(url),
        ({ message }: Error) => expected.test(message) && !/hu\/?sh/.test(message),
        url,
      );
  });
});
