const KEY = 'on-duty-until';

/** Survives a reload: without a session a page can't ask the service whether its user is on duty. */
export function rememberDuty(until: string): void {
  try {
    localStorage.setItem(KEY, until);
  } catch {
    // Private windows may have no storage.
  }
}

export function forgetDuty(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // As above.
  }
}

export function remembersDuty(at: number): boolean {
  try {
    return Date.parse(localStorage.getItem(KEY) ?? '') > at;
  } catch {
    return false;
  }
}
