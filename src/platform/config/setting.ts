export interface Setting<T> {
  readonly env: string;
  readonly meaning: string;
  /** The default as shown in the documentation. */
  readonly shown: string;
  readonly secret?: boolean;
  readonly fallback: T;
  readonly parse: (text: string) => T;
}

/** Infers the type of the value. */
export const setting = <T>(row: Setting<T>): Setting<T> => row;

type Rows = Readonly<Record<string, Setting<unknown>>>;

/** The given values, or the defaults. */
export type ValuesOf<R extends Rows> = {
  readonly [Key in keyof R]: R[Key] extends Setting<infer T> ? T : never;
};

/** Whether a setting whose name starts so is refused already: no second complaint about it. */
export type IsRefused = (name: string) => boolean;

/** What a module declares: parsing, defaults, `.env.example` and docs/configuration.md are generated from the rows. */
export interface ModuleSettings<Config> {
  readonly rows: Rows;
  /** The values that follow from other settings. */
  readonly resolve?: (values: Config) => object;
  /** Mistakes of settings that are valid on their own but not together. */
  readonly contradictions?: (config: Config, isRefused: IsRefused) => readonly string[];
  /** Settings that are allowed in production but are probably a mistake; one line each, for the log at start. */
  readonly warnings?: (config: Config) => readonly string[];
}

export function pairMistake(
  [nameA, a]: readonly [string, unknown],
  [nameB, b]: readonly [string, unknown],
  isRefused: IsRefused,
): string[] {
  const isHalf = (a === undefined) !== (b === undefined);
  return isHalf && !isRefused(nameA) && !isRefused(nameB)
    ? [`${nameA} and ${nameB} go together: set both or neither`]
    : [];
}
