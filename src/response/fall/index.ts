export { fallPaths } from './path.ts';
export { type FallRecord, fallRecord } from './record.ts';
export { withWords } from './seen.ts';
export {
  COUNTED,
  type ContinuedEpisode,
  confirmFall,
  continueEpisodes,
  deleteFalls,
  type FallRow,
  findFall,
  flagForInvestigation,
  type HeldDevice,
  insertFall,
  joinFall,
  openEpisodes,
  type ReportedFall,
  type SuspiciousReading,
} from './store.ts';
