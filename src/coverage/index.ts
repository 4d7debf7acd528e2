export { blindSpansOf } from './blind.ts';
export { type MovementByMinute, patientDayOf } from './patient-day.ts';
export { difference, type Spans, union } from './spans.ts';
