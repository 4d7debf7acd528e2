const SPELLINGS = [/^[0-9A-F]{12}$/, /^(?:[0-9A-F]{2}:){5}[0-9A-F]{2}$/, /^(?:[0-9A-F]{2}-){5}[0-9A-F]{2}$/];
const CANONICAL = /^(?:[0-9A-F]{2}:){5}[0-9A-F]{2}$/;

/** The form AA:BB:CC:DD:EE:FF, or undefined for anything that is no MAC address. */
export function canonicalMac(text: string): string | undefined {
  // Most wearables spell it right, and this is asked for every reading.
  if (text.length === 17 && CANONICAL.test(text)) return text;
  const upper = text.toUpperCase();
  if (!SPELLINGS.some((spelling) => spelling.test(upper))) return undefined;
  return upper.replaceAll(/[:-]/g, '').match(/../g)?.join(':');
}
