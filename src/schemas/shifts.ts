import Type from 'typebox';
import { id, time, timestamp } from './primitives.ts';

export const NewShift = Type.Object({ until: time('2026-03-01T14:00:00Z') });

export const OnDuty = Type.Object({ id: id(), name: Type.String(), until: timestamp() });
