/** Of a file: from the first byte up to, and without, the last. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * RFC 9110, section 14.2: the one range that the header asks for; `none` if the file ends before it. Undefined for the whole
 * file: without the header, and for several ranges or another unit, which a server may ignore.
 */
export function rangeOf(header: string, size: number): Range | 'none' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') return last === '0' ? 'none' : { from: Math.max(0, size - Number(last)), to: size };
  if (last !== '' && Number(last) < Number(first)) return undefined;
  if (Number(first) >= size) return 'none';
  return { from: Number(first), to: last === '' ? size : Math.min(size, Number(last) + 1) };
}
