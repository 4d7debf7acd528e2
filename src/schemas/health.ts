import Type from 'typebox';
import { nullable, oneOf, record, timestamp } from './primitives.ts';

export const HealthReport = record('HealthReport', {
  status: oneOf(['HEALTHY', 'DEGRADED']),
  timestamp: timestamp(),
  uptime: Type.Integer({ description: 'seconds' }),
  database: Type.String(),
  memory: Type.Object({
    used: Type.Integer({ description: 'bytes' }),
    available: Type.Integer({ description: 'bytes' }),
  }),
  version: Type.String(),
  detector: Type.Object({
    version: Type.String({ description: 'of the weights that score' }),
    shadow: nullable(Type.String({ description: 'of the weights that are tried beside them' })),
  }),
});

export const Unhealthy = record('Unhealthy', {
  success: Type.Literal(false),
  status: Type.Literal('UNHEALTHY'),
  error: Type.String(),
});
