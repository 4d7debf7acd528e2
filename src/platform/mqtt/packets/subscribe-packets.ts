import { parseDeviceFilter } from '../topics.ts';
import { PACKET } from './packet-check.ts';

/** No client's filter can contain it ([MQTT-1.5.3-2]). */
export const MARK = '\u0000';

/** Longer filters are refused anyway, and marked ones must not exceed their length field. */
const MAX_MARKED_LENGTH = 1024;

/** The filter that the client sent. */
export const unmarked = (filter: string): string =>
  filter.startsWith(MARK) ? filter.slice(filter.lastIndexOf(MARK) + 1) : filter;

/**
 * Aedes replies to a filter that occurs twice in a SUBSCRIBE with one return code, but [MQTT-3.9.3-1] requires one for
 * each: repetitions are marked, so that they differ. For UNSUBSCRIBE Aedes compares filters literally, but
 * subscriptions use the MAC's canonical spelling.
 */
export function forAedes(type: number, contents: Buffer): Buffer | undefined {
  if (type === PACKET.subscribe) {
    const counts = new Map<string, number>();
    return rewritten(contents, 1, (filter) => {
      const count = counts.get(filter) ?? 0;
      counts.set(filter, count + 1);
      return count === 0 ? filter : MARK + count + MARK + filter.slice(0, MAX_MARKED_LENGTH);
    });
  }
  if (type === PACKET.unsubscribe) {
    return rewritten(contents, 0, (filter) => parseDeviceFilter(filter)?.topic ?? filter);
  }
  return undefined;
}

/** The contents with renamed filters; undefined if none changes. The contents have been checked before. */
function rewritten(
  contents: Buffer,
  optionBytes: number,
  rename: (filter: string) => string,
): Buffer | undefined {
  const parts = [contents.subarray(0, 2)];
  let changed = false;
  for (let at = 2; at < contents.length; ) {
    const end = at + 2 + contents.readUInt16BE(at);
    const filter = contents.toString('utf8', at + 2, end);
    const renamed = rename(filter);
    changed ||= renamed !== filter;
    const text = Buffer.from(renamed);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(text.length);
    parts.push(length, text, contents.subarray(end, end + optionBytes));
    at = end + optionBytes;
  }
  return changed ? Buffer.concat(parts) : undefined;
}
