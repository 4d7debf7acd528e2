export { blindSpansOf } from './blind.ts';
export { difference, type Spans, union } from './spans.ts';
