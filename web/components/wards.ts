import { useLoad } from './load.ts';

const MOST_WARDS = 100;

/** The wards of the home, by name. */
export const useWards = () => useLoad('/wards', { query: { limit: MOST_WARDS } }).data ?? [];
