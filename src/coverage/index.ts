export { blindSpansOf } from './blind.ts';
export { coverageByWard } from './by-ward.ts';
export { type MovementByMinute, patientDayOf } from './patient-day.ts';
export { difference, type Spans, union } from './spans.ts';
