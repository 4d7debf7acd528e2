import { defineEvent } from '../platform/cluster/events.ts';
import { isBoolean, isId } from '../platform/cluster/messages.ts';

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
