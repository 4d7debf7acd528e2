export { channelTests, countOverdueByWard, countOverdueTests, recordPathTest } from './store.ts';
