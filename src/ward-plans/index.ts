export { planRevisions } from './store.ts';
