import Type from 'typebox';

const HEX = '[0-9A-Fa-f]{2}';

/** Accepts the same forms as platform/mac.ts. */
const MAC_PATTERN = `^(?:(?:${HEX}){6}|(?:${HEX}:){5}${HEX}|(?:${HEX}-){5}${HEX})$`;

export const SOME_MAC = 'AA:BB:CC:DD:EE:FF';

export const macAddress = () =>
  Type.String({
    pattern: MAC_PATTERN,
    description:
      'MAC address of the wearable, as printed on it; with colons, with hyphens or plain, in upper or lower case',
    examples: [SOME_MAC],
    'x-message': `must be a MAC address such as ${SOME_MAC}`,
  });
