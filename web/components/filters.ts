import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { query } from './query.ts';

type Filters = Readonly<Record<string, string>>;

/** What a list is narrowed to, kept in the page's address: it survives a reload, and can be sent to somebody. */
export function useFilters(): [Filters, (changes: Filters) => void] {
  const { path, query: filters, route } = useLocation();
  // Another filter begins at the first page again.
  const change = (changes: Filters) => route(path + query({ ...filters, page: '', ...changes }), true);
  return [filters, change];
}

const TYPING_MS = 250;

/** What was typed, once there is a pause. */
export function useTyped(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** What was there last, while the next is loaded: the page does not jump. */
export function useLatest<T>(value: T | undefined): T | undefined {
  const kept = useRef(value);
  if (value !== undefined) kept.current = value;
  return kept.current;
}
