const SPELLINGS = [
  /^[0-9a-f]{12}$/i,
  /^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$/i,
  /^(?:[0-9a-f]{2}-){5}[0-9a-f]{2}$/i,
];
const CANONICAL = /^(?:[0-9A-F]{2}:){5}[0-9A-F]{2}$/;

/** The form AA:BB:CC:DD:EE:FF, or undefined if the text is not a MAC address. */
export function canonicalMac(text: string): string | undefined {
  // Fast path for the usual case: this runs for every reading.
  if (text.length === 17 && CANONICAL.test(text)) return text;
  if (!SPELLINGS.some((spelling) => spelling.test(text))) return undefined;
  return text.toUpperCase().replaceAll(/[:-]/g, '').match(/../g)?.join(':');
}
