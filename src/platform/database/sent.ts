/**
 * Statements that were sent and are awaited later, with others of their round trip. Should the caller throw before it
 * awaits them, their own failure is no unhandled rejection: the transaction is rolled back anyway.
 */
export function sent<T>(statements: Promise<T>): Promise<T> {
  statements.catch(() => {});
  return statements;
}
