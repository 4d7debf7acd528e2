// The package in a browser: without MQTT, whose library is larger than everything else here.
export type { components, paths } from './api.ts';
export type { Clock } from './clock.ts';
export {
  type Beside,
  hold,
  type Reading,
  readingOf,
  type Sample,
  type Sends,
  sampleRows,
} from './hold.ts';
export type {
  Answered,
  AnswerOutcome,
  BacklogOutcome,
  Delivery,
  LateReading,
  Link,
  Outcome,
  WearerAnswer,
} from './link.ts';
export {
  type ClientFrame,
  type LiveOptions,
  LiveSocket,
  type LiveState,
  type ServerFrame,
  type ServerFrames,
} from './live.ts';
export { type PartRow, partsOf, type SampleRow } from './parts.ts';
export {
  type AnsweredOf,
  type BodyOf,
  createRest,
  type Problem,
  type RequestOf,
  type Rest,
  type RestOptions,
  type Session,
} from './rest.ts';
export { type Queued, Wearable, type WearableOptions } from './wearable.ts';
