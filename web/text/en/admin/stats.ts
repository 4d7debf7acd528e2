import { duration, plural } from '../../words.ts';

export const stats = {
  title: 'Statistics',
  service: {
    title: 'The service',
    words: {
      HEALTHY: 'Everything works.',
      DEGRADED:
        'It works, but one of its parts does not fully: falls may be judged more coarsely or alerts come a little later. Its log names the part.',
      UNHEALTHY: 'It does not work. Falls may go unnoticed: call whoever runs it, now.',
    },
    database: 'Database',
    connected: 'connected',
    running: 'Running for',
    uptime: (seconds: number): string => duration(seconds * 1000),
    memory: 'Memory in use',
    megabytes: (bytes: number): string => `${Math.round(bytes / 1_000_000).toLocaleString('en')} MB`,
    of: (used: string, free: string): string => `${used}, ${free} free`,
    version: 'Version',
    asOf: 'As of',
  },
  figures: {
    title: 'Today',
    users: 'People with an account',
    devices: 'Wearables heard lately',
    falls: 'Falls today',
    risk: 'Patients at high risk',
    assignments: 'Assignments',
  },
  days: {
    title: 'Falls of the last 30 days',
    falls: 'Falls a day',
    found: 'What caregivers found',
    real: 'Real falls',
    falseAlarms: 'False alarms',
    count: (count: number): string => String(Math.round(count)),
    hint: 'Days begin at midnight UTC. Possible falls, which alert nobody, are not counted.',
  },
  detector: {
    title: 'How well falls are recognised',
    none: 'No caregiver has said yet what came of a fall. Whoever resolves one is asked for it.',
    sentence: (judged: number, real: number): string =>
      `Of ${plural(judged, { one: 'fall', other: 'falls' })} that caregivers looked at, ${real.toLocaleString('en')} ${real === 1 ? 'was' : 'were'} real: ${Math.round((100 * real) / judged)} %.`,
    devices: 'Wearables with most false alarms',
    devicesHint:
      'Many false alarms of one wearable often mean that it sits loosely, or is worn at a new place.',
    device: 'Wearable',
    wearer: 'Worn by',
  },
} as const;
