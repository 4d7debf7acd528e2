import type { LiveEvent } from './events.ts';

const known = new WeakMap<object, string>();

/** An event's record as JSON, made once: it is stored, and sent to each connection of its recipient. */
export function recordJson(record: object): string {
  let json = known.get(record);
  if (json === undefined) {
    json = JSON.stringify(record);
    known.set(record, json);
  }
  return json;
}

/** Makes records of which most is the same, for each of many people: that part is turned into JSON once. No part is empty. */
export function recordsSharing<Shared extends object>(shared: Shared) {
  const rest = JSON.stringify(shared).slice(1);
  return <Own extends object>(own: Own): Own & Shared => {
    const record = { ...own, ...shared };
    known.set(record, `${JSON.stringify(own).slice(0, -1)},${rest}`);
    return record;
  };
}

/** docs/live-socket.md, "Frames": the same on the socket and over MQTT; `ref` is of the command that it answers. */
export const eventJson = ({ type, id, data }: LiveEvent, ref?: string | number): string =>
  `{"type":"${type}","id":${id},${ref === undefined ? '' : `"ref":${JSON.stringify(ref)},`}"data":${recordJson(data)}}`;
