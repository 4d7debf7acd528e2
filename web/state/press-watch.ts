interface Pressed {
  readonly id: string;
  readonly response: { readonly helpPresses: number };
}

/** Finds the falls whose resident has pressed "I need help" again since the last look. */
export function createPressWatch<Fall extends Pressed>(): (shown: readonly Fall[]) => readonly Fall[] {
  let known: ReadonlyMap<string, number> = new Map();
  return (shown) => {
    const before = known;
    known = new Map(shown.map(({ id, response }) => [id, response.helpPresses]));
    return shown.filter(
      ({ id, response }) => response.helpPresses > (before.get(id) ?? response.helpPresses),
    );
  };
}
