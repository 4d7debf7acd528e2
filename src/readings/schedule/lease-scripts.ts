import type { RedisScript } from '../../platform/cluster/cluster.ts';
import { NOW, TTL_MS } from './redis-scripts.ts';

/**
 * ARGV: the instance. Returns who holds the lease, its fence, Redis' time, whether the instance held it before, and the
 * schedule of the device. Each lease has a greater fence than those before it, also when the key has expired in between.
 */
export const TAKE_LEASE: RedisScript = {
  name: 'vigilTakeLease',
  numberOfKeys: 1,
  lua: `${NOW}
  local state = redis.call('HMGET', KEYS[1], 'holder', 'fence', 'due', 'urgent', 'before', 'connection', 'connected',
    'extra', 'uptime', 'skipped')
  local holder = state[1]
  if holder and holder ~= ARGV[1] then return { holder, state[2], now, 0 } end
  local fence = string.format('%.0f', math.max(now, (tonumber(state[2]) or 0) + 1))
  redis.call('HSET', KEYS[1], 'holder', ARGV[1], 'fence', fence)
  redis.call('PEXPIRE', KEYS[1], ${TTL_MS})
  return { ARGV[1], fence, now, holder and 1 or 0, unpack(state, 3, 10) }`,
};

/**
 * ARGV: the instance, its fence, and the schedule with times as ages, empty where there is none. Returns 0 and changes
 * nothing if the lease is another's by now.
 */
export const GIVE_LEASE: RedisScript = {
  name: 'vigilGiveLease',
  numberOfKeys: 1,
  lua: `${NOW}
  local lease = redis.call('HMGET', KEYS[1], 'holder', 'fence')
  if lease[1] ~= ARGV[1] or lease[2] ~= ARGV[2] then return 0 end
  local at = function(age) return age == '' and '0' or string.format('%.0f', now - age) end
  redis.call('HSET', KEYS[1], 'due', at(ARGV[3]), 'urgent', at(ARGV[4]), 'stored', at(ARGV[5]), 'before', at(ARGV[6]),
    'connection', ARGV[7], 'connected', at(ARGV[8]), 'extra', ARGV[9], 'skipped', ARGV[10])
  redis.call('HDEL', KEYS[1], 'holder', 'uptime')
  if ARGV[11] ~= '' then redis.call('HSET', KEYS[1], 'uptime', ARGV[11]) end
  redis.call('PEXPIRE', KEYS[1], ${TTL_MS})
  return 1`,
};

/** ARGV: the instance and its fence. Returns 0 if the lease is another's by now, or Redis has lost it. */
export const KEEP_LEASE: RedisScript = {
  name: 'vigilKeepLease',
  numberOfKeys: 1,
  lua: `
  local lease = redis.call('HMGET', KEYS[1], 'holder', 'fence')
  if lease[1] ~= ARGV[1] or lease[2] ~= ARGV[2] then return 0 end
  return redis.call('PEXPIRE', KEYS[1], ${TTL_MS})`,
};

/**
 * Says that the instance is alive, for so many milliseconds; 0: no longer. One for all leases of an instance. Returns 0 if
 * the leases had ended.
 */
export const RENEW_LEASES: RedisScript = {
  name: 'vigilRenewLeases',
  numberOfKeys: 1,
  lua: `
  if ARGV[1] == '0' then return redis.call('DEL', KEYS[1]) end
  local was_alive = redis.call('EXISTS', KEYS[1])
  redis.call('SET', KEYS[1], '', 'PX', ARGV[1])
  return was_alive`,
};

export const IS_ALIVE: RedisScript = {
  name: 'vigilIsAlive',
  numberOfKeys: 1,
  lua: `return redis.call('EXISTS', KEYS[1])`,
};
