/** Replaces the lines between the two marks `<!-- name:begin … -->` and `<!-- name:end -->`. */
export function between(text: string, name: string, lines: string): string {
  const [begin, end] = [`<!-- ${name}:begin`, `<!-- ${name}:end -->`];
  const from = text.indexOf('\n', text.indexOf(begin)) + 1;
  const to = text.indexOf(end);
  if (!text.includes(begin) || to < from) throw new Error(`the marks ${begin} … ${end} are missing`);
  return text.slice(0, from) + lines + text.slice(to);
}
