/**
 * The type of a translation: the same keys and parameters, other words. A text that a language lacks is a type error
 * (docs/home.md, "Languages").
 */
export type Texts<English> = English extends string
  ? string
  : English extends (...parameters: infer Parameters) => infer Result
    ? (...parameters: Parameters) => Result
    : { readonly [Key in keyof English]: Texts<English[Key]> };
