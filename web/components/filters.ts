import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { query } from './query.ts';

type Filters = Readonly<Record<string, string>>;

/** A list's filters, kept in the page's URL: they survive a reload, and the link can be shared. */
export function useFilters(): [Filters, (changes: Filters) => void] {
  const { path, query: filters, route } = useLocation();
  // A new filter starts at the first page.
  const change = (changes: Filters) => route(path + query({ ...filters, page: '', ...changes }), true);
  return [filters, change];
}

const TYPING_MS = 250;

/** The value after a pause in typing. */
export function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** The latest loaded value, kept while the next one loads, so that the page does not jump. */
export function useLatest<T>(value: T | undefined): T | undefined {
  const latest = useRef(value);
  if (value !== undefined) latest.current = value;
  return latest.current;
}
