export interface Person {
  readonly id: string;
  readonly name: string;
}

/** The user who requests a change. */
export interface Actor extends Person {
  readonly isAdmin: boolean;
}

export interface Ward {
  readonly id: string;
  readonly name: string;
}
