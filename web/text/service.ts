/**
 * Texts that the service writes in English and that have no code, by their template: `{}` stands for a value. The
 * translation has the same values in the same order.
 */
export type Templates = Readonly<Record<string, string>>;

/** Undefined for a text that is not in the table. */
export function translatorOf(templates: Templates): (text: string) => string | undefined {
  let patterns: readonly (readonly [RegExp, string])[] | undefined;
  return (text) => {
    const known = templates[text];
    if (known !== undefined) return known;
    patterns ??= Object.entries(templates)
      .filter(([english]) => english.includes('{}'))
      .map(([english, translation]) => [patternOf(english), translation] as const);
    for (const [pattern, translation] of patterns) {
      const match = pattern.exec(text);
      if (match === null) continue;
      const values = match.slice(1);
      return translation.replaceAll('{}', () => values.shift() ?? '');
    }
    return undefined;
  };
}

/** Several messages may come as one, such as the broken rules of a password. */
export const partsOf =
  (translated: ReturnType<typeof translatorOf>): typeof translated =>
  (text) => {
    const parts = translated(text) ?? text.split('; ').map(translated);
    return Array.isArray(parts) ? (parts.includes(undefined) ? undefined : parts.join(' ')) : parts;
  };

const patternOf = (template: string): RegExp =>
  new RegExp(`^${template.split('{}').map(escaped).join('(.+?)')}$`, 's');

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
