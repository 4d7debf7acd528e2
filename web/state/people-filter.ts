import { signal } from '@preact/signals';
import type { PeopleFilter } from './people-list.ts';

/** Kept while the user looks at another page; the wall display shows the same ward. */
export const peopleFilter = signal<PeopleFilter>({ search: '', wardId: '', sort: 'attention' });
