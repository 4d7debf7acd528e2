export interface Setting<T> {
  readonly env: string;
  readonly meaning: string;
  /** The default as shown in the documentation. */
  readonly shown: string;
  readonly secret?: boolean;
  readonly fallback: T;
  readonly parse: (text: string) => T;
}

type Row<T, Derived extends keyof Setting<T>> = Omit<Setting<T>, Derived> & { readonly shown?: string };

/** Infers the type of the value. Without `fallback` the default is undefined; without `shown` it is shown as it is. */
export function setting<T>(row: Row<T, 'shown'>): Setting<T>;
export function setting<T>(row: Row<T | undefined, 'shown' | 'fallback'>): Setting<T | undefined>;
export function setting<T>({
  fallback,
  ...row
}: Row<T, 'shown' | 'fallback'> & { readonly fallback?: T }): Setting<T | undefined> {
  return { shown: String(fallback ?? '') || 'none', fallback, ...row };
}

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

/** For messages with links to the service. */
export const publicUrlMistake = (
  names: string,
  { environment, publicUrl }: { readonly environment: string; readonly publicUrl: string | undefined },
  isRefused: IsRefused,
): string[] =>
  environment === 'production' && publicUrl === undefined && !isRefused('PUBLIC_URL')
    ? [`PUBLIC_URL is required in production with ${names}: messages carry links to it`]
    : [];
