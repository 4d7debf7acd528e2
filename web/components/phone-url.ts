/** Where a phone opens the service: as this browser does, if another device can; else the first address that the service knows. */
export const phoneUrlOf = (
  { protocol, hostname, origin }: Pick<Location, 'protocol' | 'hostname' | 'origin'>,
  known: readonly string[],
  isLocal: (host: string) => boolean,
): string | undefined => {
  const own = protocol === 'https:' ? origin : undefined;
  return (isLocal(hostname) ? (known[0] ?? own) : (own ?? known[0]))?.replace(/\/$/, '');
};

/** A MAC address that no maker has given: the second lowest bit of the first byte is set, the lowest is not. */
export const localMac = ([, ...rest]: Uint8Array): string =>
  [0x02, ...rest].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':');
