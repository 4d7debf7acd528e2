export type { SensorEvents } from './events.ts';
export { createSensorTopics, isResultsTopic, mayHearResults } from './mqtt-topics.ts';
export { rulesOf } from './store/rules.ts';
