/** Keys of the board. One letter each, so a user whose software types letters can turn them off (WCAG 2.1.4). */
export const KEYS = { next: 'j', previous: 'k', go: 'g', resolve: 'r', help: '?' } as const;
export type Command = keyof typeof KEYS;

interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly repeat: boolean;
}

/** The command of a key press; undefined for others. A held key must not claim one alert after the other. */
export function commandOf({ key, ctrlKey, metaKey, altKey, repeat }: Press): Command | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  const command = (Object.keys(KEYS) as Command[]).find((name) => KEYS[name] === key.toLowerCase());
  return repeat && command !== 'next' && command !== 'previous' ? undefined : command;
}
