import Type from 'typebox';
import {
  boolean,
  integer,
  nullable,
  oneOf,
  record,
  string,
  timestamp,
} from '../platform/schema/primitives.ts';
import { REACHABILITY_WARNINGS } from '../response/index.ts';
import { reachabilityWarning } from '../response/schema/reachability.ts';

const bytes = (description: string, example: number) =>
  integer(0, Number.MAX_SAFE_INTEGER, 'bytes', description, example);

const Memory = record('Memory', 'Memory of the process', {
  used: bytes('What the process uses', 180_000_000),
  available: bytes('What it could use besides', 4_000_000_000),
});

const Detector = record('Detector', 'What judges readings', {
  version: string('Of the weights that score', '2026-11-08'),
  shadow: nullable(string('Of the weights that are tried beside them; null without', '2026-11-15')),
});

const HealthWarning = record('HealthWarning', 'What needs a person', {
  code: reachabilityWarning(),
  message: string('The same in a sentence', REACHABILITY_WARNINGS.ON_DUTY_UNREACHABLE),
});

export const HealthReport = record('HealthReport', 'How the service is', {
  status: oneOf(
    ['HEALTHY', 'DEGRADED'],
    'DEGRADED: readings are taken, but something is not as it should be',
  ),
  timestamp: timestamp('When it was asked'),
  uptime: integer(0, Number.MAX_SAFE_INTEGER, 's', 'How long the process has been running', 86_400),
  database: string('Always CONNECTED: without the database the answer is 503', 'CONNECTED'),
  memory: Memory,
  version: string('Of the service', '0.1.0'),
  detector: Detector,
  details: record('HealthDetails', 'What the operator should know; nothing here changes the status', {
    caregiversReachable: nullable(
      boolean('A caregiver on duty has a working notification method; with nobody on duty, any caregiver'),
      'Whether a fall could be told to a caregiver outside the console; null until it was looked up',
    ),
    warnings: Type.Array(HealthWarning, {
      description: 'Warnings that need an operator, although the service accepts readings',
    }),
  }),
});

export const Unhealthy = record('Unhealthy', 'Why the service cannot work', {
  success: Type.Literal(false, { description: 'It cannot' }),
  status: Type.Literal('UNHEALTHY', { description: 'Critical failure' }),
  error: string('What is wrong, in a sentence for people', 'The database is not available'),
  code: Type.Literal('UNAVAILABLE', { description: 'Name of the error, for programs' }),
});
