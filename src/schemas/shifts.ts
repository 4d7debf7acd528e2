import Type from 'typebox';
import { id, record, time, timestamp } from './primitives.ts';

export const NewShift = record('NewShift', { until: time('2026-03-01T14:00:00Z') });

export const OnDuty = record('OnDuty', { id: id(), name: Type.String(), until: timestamp() });
