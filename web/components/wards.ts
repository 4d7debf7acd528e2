import type { Ward } from '../api/records.ts';
import { user } from '../state/session.ts';
import { useLoad } from './load.ts';

const MAX_WARDS = 100;

/** The wards of the home, by name. */
export const useWards = () => useLoad('/wards', { query: { limit: MAX_WARDS, sort: 'name', order: 'asc' } });

export const isAdmin = (): boolean => user.value?.role === 'ADMIN';

/** Whether the user may change the members and residents of a ward. */
export const mayLead = (ward: Ward): boolean =>
  isAdmin() || ward.leads.some(({ id }) => id === user.value?.id);
