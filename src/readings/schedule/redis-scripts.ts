import type { RedisScript } from '../../platform/cluster/cluster.ts';
import { MINUTE_MS, SECOND_MS } from '../../platform/time.ts';
import { MAX_LATE_MS, MAX_LATE_READINGS, URGENT_INTERVAL_MS } from './send-schedule.ts';

/** Longer than the gap a connection may fill. After that, the instance's own state of the device is enough. */
export const TTL_MS = 15 * MINUTE_MS;

/** All instances share Redis' clock. It may be set back as well: stored times in the future are then ignored. */
export const NOW = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/**
 * readings/schedule/send-schedule.ts as one atomic step for all instances. Times are by Redis' clock and are passed as
 * ages. ARGV: waited, interval, tolerance, urgent, late, connection, its age at arrival, age of the reading at arrival,
 * age of the last stored reading at arrival, the deadline until which the instance waits for a reply (0: not known),
 * tolerance by the device's own clock, and that clock. Returns why the reading is accepted (or ''), when the next one is due, and the time. A script that a paused
 * Redis runs after the deadline returns `expired` and changes nothing: the instance has decided without it. So does one
 * for a device whose lease an instance holds (leases.ts): it returns `held`, the instance and its fence. `stored` is
 * the newest accepted reading; its instance may have failed before storing it. A new connection therefore uses the one
 * `before` it, unless its instance knows a newer one.
 */
export const TAKE_TURN: RedisScript = {
  name: 'vigilTakeTurn',
  numberOfKeys: 1,
  lua: `${NOW}
  if ARGV[10] ~= '0' and now > tonumber(ARGV[10]) then return { 'expired', 0, now } end
  local arrived = now - ARGV[1]
  local interval, tolerance = tonumber(ARGV[2]), tonumber(ARGV[3])
  local own_tolerance, uptime = tonumber(ARGV[11]), tonumber(ARGV[12])
  local late_ms = math.max(0, math.min(${MAX_LATE_MS}, tonumber(ARGV[8])))
  local state = redis.call('HMGET', KEYS[1], 'due', 'urgent', 'stored', 'connection', 'connected', 'extra', 'before',
    'uptime', 'skipped', 'holder', 'fence')
  if state[10] then return { 'held', 0, now, state[10], state[11] } end
  local due, urgent, stored = tonumber(state[1] or 0), tonumber(state[2] or 0), tonumber(state[3] or 0)
  local connected, extra, before = tonumber(state[5] or 0), tonumber(state[6] or 0), tonumber(state[7] or 0)
  local newest_uptime, skipped = tonumber(state[8]), tonumber(state[9] or 0)
  if due > now + interval + own_tolerance then due = 0 end
  if urgent > now then urgent = 0 end
  if stored > now then stored = 0 end
  if before > now then before = 0 end
  local changed = false

  if ARGV[6] ~= '' and ARGV[6] ~= state[4] then
    local known = math.max(before, arrived - ARGV[9])
    if connected <= now then known = math.max(known, connected - extra * ${SECOND_MS}) end
    connected = arrived - ARGV[7]
    extra = math.max(0, math.min(${MAX_LATE_READINGS}, math.floor((connected - known) / ${SECOND_MS})))
    changed = true
  end

  local acceptance = ''
  local has_extra = ARGV[6] ~= '' and extra > 0
  local is_overtaken = ARGV[6] == '' and newest_uptime and uptime < newest_uptime and late_ms > 0
  local by_own_clock = newest_uptime and uptime - newest_uptime >= interval - tolerance
  if has_extra and ARGV[5] == '1' then
    acceptance = 'late'
    extra = extra - 1
  elseif is_overtaken and skipped >= interval - tolerance then
    acceptance = 'overtaken'
    skipped = skipped - interval
  elseif arrived >= due - (by_own_clock and own_tolerance or tolerance) then
    acceptance = 'due'
    local turn_of = arrived - late_ms
    if ARGV[6] ~= '' then turn_of = math.max(turn_of, arrived - ARGV[7] - interval) end
    if due ~= 0 then skipped = math.min(${MAX_LATE_MS}, skipped + math.max(0, turn_of - due)) end
    due = math.max(due, turn_of) + interval
  elseif has_extra then
    acceptance = 'extra'
    extra = extra - 1
  elseif ARGV[4] == '1' and arrived - urgent >= ${URGENT_INTERVAL_MS} then
    acceptance = 'urgent'
    urgent = arrived
  end
  if acceptance ~= '' then
    before = math.max(before, stored)
    stored = math.max(stored, arrived - (acceptance == 'late' and ARGV[8] or late_ms))
    if acceptance ~= 'urgent' and acceptance ~= 'overtaken' then newest_uptime = uptime end
  end

  if acceptance ~= '' or changed then
    local text = function(number) return string.format('%.0f', number) end
    redis.call('HSET', KEYS[1], 'due', text(due), 'urgent', text(urgent), 'stored', text(stored),
      'connected', text(connected), 'extra', text(extra), 'before', text(before), 'skipped', text(skipped))
    if newest_uptime then redis.call('HSET', KEYS[1], 'uptime', text(newest_uptime)) end
    if changed then redis.call('HSET', KEYS[1], 'connection', ARGV[6]) end
    redis.call('PEXPIRE', KEYS[1], ${TTL_MS})
  end
  return { acceptance, math.floor(due - now), now }`,
};

/**
 * ARGV: why the reading was accepted, age of the last reading that was actually stored, interval. An instance that holds
 * the device's lease knows its schedule better.
 */
export const RETURN_TURN: RedisScript = {
  name: 'vigilReturnTurn',
  numberOfKeys: 1,
  lua: `${NOW}
  if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[1], 'holder') == 1 then return end
  local stored = string.format('%.0f', now - ARGV[2])
  redis.call('HSET', KEYS[1], 'stored', stored, 'before', stored)
  if ARGV[1] == 'due' then redis.call('HINCRBY', KEYS[1], 'due', -ARGV[3])
  elseif ARGV[1] == 'urgent' then redis.call('HSET', KEYS[1], 'urgent', 0)
  elseif ARGV[1] == 'overtaken' then redis.call('HINCRBY', KEYS[1], 'skipped', ARGV[3])
  else redis.call('HINCRBY', KEYS[1], 'extra', 1) end`,
};
