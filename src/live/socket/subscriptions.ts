import { mayWatch } from '../../accounts/permissions.ts';
import { allowedAmong, isAllowed } from '../../people/index.ts';
import type { Relay } from '../../platform/cluster/cluster.ts';
import { readMessage } from '../../platform/cluster/messages.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { Forbidden, TooManyRequests } from '../../platform/errors.ts';
import { frameOf } from './frames.ts';
import type { LiveSocket } from './live-socket.ts';
import type { WatchedReading, Watchers } from './watched-reading.ts';

/** Subscriptions of sockets to patients' readings. */
export interface Subscriptions {
  /** For the sensor stream: one lookup per reading, and no other work when no client watches the patient. */
  readonly watchers: Watchers;
  /** Throws when the user may not watch the patient. */
  subscribe(socket: LiveSocket, patientId: string): Promise<void>;
  unsubscribe(socket: LiveSocket, patientId: string): void;
  /** The socket has closed. */
  leave(socket: LiveSocket): void;
  /** Care of a patient may have ended: removes subscriptions that are no longer permitted. */
  review(sockets: readonly LiveSocket[]): Promise<void>;
}

const MAX_PER_SOCKET = 500;

export function createSubscriptions(db: Queryable, relay: Relay): Subscriptions {
  const watchers = new Map<string, (reading: WatchedReading) => void>();
  const audiences = new Map<string, Set<LiveSocket>>();
  /** Incremented by every review: a permission that was looked up before it may be out of date. */
  let reviews = 0;

  relay.onMessage((patientId, text) => {
    const audience = audiences.get(patientId);
    if (audience === undefined) return;
    readMessage(text, { type: isReading, data: isOf(patientId) });
    sendToAll(audience, Buffer.from(text));
  });

  function sendToAll(audience: Iterable<LiveSocket>, frame: Buffer): void {
    for (const socket of audience) socket.sendIfQuick(frame);
  }

  function relayFrame({ device }: WatchedReading, frame: Buffer): void {
    const { userId } = device.owner;
    if (relay.hasRemoteSubscribers(userId)) void relay.publish(userId, frame.toString());
  }

  /** For a patient who is watched on another instance only. */
  const watchedRemotely = (reading: WatchedReading): void => relayFrame(reading, readingFrame(reading));

  async function watch(socket: LiveSocket, patientId: string): Promise<void> {
    let isFirst = false;
    let audience = audiences.get(patientId);
    if (audience === undefined) {
      const sockets = new Set<LiveSocket>();
      audience = sockets;
      audiences.set(patientId, sockets);
      watchers.set(patientId, (reading) => {
        const frame = readingFrame(reading);
        sendToAll(sockets, frame);
        relayFrame(reading, frame);
      });
      isFirst = true;
    }
    audience.add(socket);
    socket.watching ??= new Set();
    socket.watching.add(patientId);
    if (isFirst) await relay.subscribe(patientId);
  }

  function unwatch(socket: LiveSocket, patientId: string): void {
    socket.watching?.delete(patientId);
    const audience = audiences.get(patientId);
    audience?.delete(socket);
    if (audience?.size !== 0) return;
    audiences.delete(patientId);
    watchers.delete(patientId);
    relay.unsubscribe(patientId);
  }

  return {
    watchers: {
      get: (userId) =>
        watchers.get(userId) ?? (relay.hasRemoteSubscribers(userId) ? watchedRemotely : undefined),
    },
    async subscribe(socket, patientId) {
      if ((socket.watching?.size ?? 0) >= MAX_PER_SOCKET) {
        throw new TooManyRequests(`At most ${MAX_PER_SOCKET} patients per socket`, 1);
      }
      let before: number;
      do {
        before = reviews;
        if (!(await isAllowed(db, mayWatch, socket.principal, patientId))) throw new Forbidden();
      } while (before !== reviews);
      if (socket.isOpen) await watch(socket, patientId);
    },
    unsubscribe: unwatch,
    leave(socket) {
      for (const patientId of socket.watching ?? []) unwatch(socket, patientId);
    },
    async review(sockets) {
      reviews += 1;
      for (const socket of sockets) {
        const watched = [...(socket.watching ?? [])];
        const allowed = await allowedAmong(db, mayWatch, socket.principal, watched);
        for (const patientId of watched) {
          // Whoever leaves a ward loses several patients at once: another review may have been faster.
          if (allowed.has(patientId) || !socket.watching?.has(patientId)) continue;
          unwatch(socket, patientId);
          socket.send(subscribedFrame(patientId, false));
        }
      }
    },
  };
}

const isReading = (value: unknown): boolean => value === 'reading';
const isOf = (patientId: string) => (value: unknown) =>
  typeof value === 'object' && value !== null && 'patientId' in value && value.patientId === patientId;

export const subscribedFrame = (patientId: string, subscribed: boolean, ref?: string | number): Buffer =>
  frameOf({ type: 'subscribed', ref, data: { patientId, subscribed } });

/** A point of the device's chart (GET /device/:id/readings), with the patient's id. */
const readingFrame = ({ device, body, timeMs, confidence, healthScore }: WatchedReading): Buffer => {
  const accelMagnitude = Math.hypot(body.accel_x, body.accel_y, body.accel_z);
  return frameOf({
    type: 'reading',
    data: {
      patientId: device.owner.userId,
      deviceId: device.id,
      timestamp: new Date(timeMs),
      readings: 1,
      accelMagnitude,
      accelMagnitudeMax: accelMagnitude,
      gyroMagnitude: rotationOf(body),
      fallConfidence: confidence,
      healthScore,
      heartRate: body.heart_rate ?? null,
      spo2: body.spo2 ?? null,
      pressure: body.pressure ?? null,
      batteryLevel: body.battery_level ?? null,
    },
  });
};

/** Null without a gyro. */
function rotationOf({ gyro_x, gyro_y, gyro_z }: WatchedReading['body']): number | null {
  return gyro_x == null || gyro_y == null || gyro_z == null ? null : Math.hypot(gyro_x, gyro_y, gyro_z);
}
