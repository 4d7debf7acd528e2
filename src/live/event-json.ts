import type { LiveEvent } from './events.ts';

const known = new WeakMap<object, string>();

/** An event's record as JSON, serialized once: it is stored, and sent to each connection of its recipient. */
export function recordJson(record: object): string {
  let json = known.get(record);
  if (json === undefined) {
    json = JSON.stringify(record);
    known.set(record, json);
  }
  return json;
}

/**
 * Builds records that share most of their fields, one per recipient: the shared part is serialized once.
 * Neither part may be empty, and they have no field in common.
 */
export function recordsSharing<Shared extends object>(shared: Shared) {
  const rest = JSON.stringify(shared).slice(1);
  return <Own extends object>(own: Own): Own & Shared => {
    // V8 clones the first of two objects as a whole and copies the fields of the second one by one.
    const record = { ...shared, ...own };
    known.set(record, `${JSON.stringify(own).slice(0, -1)},${rest}`);
    return record;
  };
}

/** docs/live-socket.md, "Frames": the same on the socket and over MQTT; `ref` is the `ref` of the command. */
export const eventJson = ({ type, id, data }: LiveEvent, ref?: string | number): string =>
  `{"type":"${type}","id":${id},${ref === undefined ? '' : `"ref":${JSON.stringify(ref)},`}"data":${recordJson(data)}}`;
