/** Joins parts, as many per line as fit, without cutting any. */
export function packed(parts: readonly string[], width: number, between = ' · '): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const longer = lines.length === 0 ? part : `${lines.at(-1)}${between}${part}`;
    if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}

/** Wraps words in a column beside their start. */
export const beside = (start: string, words: string, width: number): string =>
  packed(words.split(' '), Math.max(1, width - start.length), ' ')
    .map((line, i) => (i === 0 ? start : ' '.repeat(start.length)) + line)
    .join('\n');
