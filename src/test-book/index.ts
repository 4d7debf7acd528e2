export { countOverdueByWard, countOverdueTests, recordPathTest } from './store.ts';
