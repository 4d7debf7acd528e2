import { useEffect, useState } from 'preact/hooks';
import { isStale } from '../state/connection.ts';

/** An error message that leaves with its cause: when `subject` changes, and when the connection is back. */
export function useFailure(
  subject: unknown,
): readonly [failure: string | undefined, set: (failure: string | undefined) => void] {
  const [failure, setFailure] = useState<string>();
  const stale = isStale.value;
  useEffect(() => setFailure(undefined), [subject, stale]);
  return [failure, setFailure];
}
