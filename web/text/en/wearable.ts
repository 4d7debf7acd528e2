/** Adding a wearable and giving it its token: on a patient's page and on a patient's own. */
export const wearable = {
  add: 'Add a wearable',
  addTitle: 'Add a wearable',
  macAddress: 'Address',
  macAddressHint: 'Printed on the wearable, such as AA:BB:CC:DD:EE:FF.',
  name: 'Name (optional)',
  nameHint: 'Such as “Wrist” or “Belt”.',
  added: (name: string): string =>
    `${name} is added. Give it this token, so that it may send what it measures.`,
  newToken: 'New token',
  newTokenTitle: (name: string): string => `New token for ${name}`,
  newTokenHint: 'The token it has now stops working: until the wearable has the new one, falls go unnoticed.',
  makeToken: 'Make a new token',
  made: (name: string): string => `Give ${name} this token. The one before works no longer.`,
  token: 'Token',
  qr: 'The token as a QR code, for the wearable’s app',
  once: 'It is shown this once. If it gets lost, make a new one.',
  done: 'Done',
} as const;
