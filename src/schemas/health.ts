import Type from 'typebox';
import { oneOf, timestamp } from './primitives.ts';

export const HealthReport = Type.Object({
  status: oneOf(['HEALTHY', 'DEGRADED']),
  timestamp: timestamp(),
  uptime: Type.Integer({ description: 'seconds' }),
  database: Type.String(),
  memory: Type.Object({
    used: Type.Integer({ description: 'bytes' }),
    available: Type.Integer({ description: 'bytes' }),
  }),
  version: Type.String(),
});

export const Unhealthy = Type.Object({
  success: Type.Literal(false),
  status: Type.Literal('UNHEALTHY'),
  error: Type.String(),
});
