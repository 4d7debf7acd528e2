/** Parts side by side, as many on a line as fit, none cut. */
export function packed(parts: readonly string[], width: number, between = ' · '): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const longer = lines.length === 0 ? part : `${lines.at(-1)}${between}${part}`;
    if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}

/** Words under each other, beside what they begin with. */
export const beside = (start: string, words: string, width: number): string =>
  packed(words.split(' '), Math.max(1, width - start.length), ' ')
    .map((line, i) => (i === 0 ? start : ' '.repeat(start.length)) + line)
    .join('\n');
