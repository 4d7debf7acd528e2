export { countOverdueTests, recordPathTest } from './store.ts';
