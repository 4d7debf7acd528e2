import { defineEvent } from '../platform/cluster/events.ts';
import { isBoolean, isId, isNumber } from '../platform/cluster/messages.ts';

interface AboutDevice {
  readonly macAddress: string;
}

/** The device was disabled or enabled. */
export const DEVICE_DISABLED = defineEvent<AboutDevice & { readonly disabled: boolean }>('device.disabled', {
  macAddress: isId,
  disabled: isBoolean,
});

export const DEVICE_DELETED = defineEvent<AboutDevice>('device.deleted', { macAddress: isId });

/** The device has another wearer and another token. */
export const DEVICE_MOVED = defineEvent<AboutDevice>('device.moved', { macAddress: isId });

export const DEVICE_TOKEN_REPLACED = defineEvent<AboutDevice>('device.token.replaced', { macAddress: isId });

/** A shake test of the device began; `at` in milliseconds since 1970. */
export const DEVICE_SHAKE_TEST = defineEvent<AboutDevice & { readonly at: number }>('device.shake-test', {
  macAddress: isId,
  at: isNumber,
});

/** The device has said that it does not measure, or measures again; `at` in milliseconds since 1970. */
export const DEVICE_PAUSED = defineEvent<AboutDevice & { readonly paused: boolean; readonly at: number }>(
  'device.paused',
  { macAddress: isId, paused: isBoolean, at: isNumber },
);
