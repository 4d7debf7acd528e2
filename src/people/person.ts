export interface Person {
  readonly id: string;
  readonly name: string;
}

/** Whoever asks for a change. */
export interface Actor extends Person {
  readonly isAdmin: boolean;
}
