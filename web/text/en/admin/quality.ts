import { duration, number, plural } from '../../words.ts';

export const quality = {
  show: 'Show',
  service: {
    title: 'Service',
    hint: 'Whether the Vigil server works.',
    words: {
      HEALTHY: 'Everything works.',
      DEGRADED:
        'Running with problems: falls may be detected less precisely, or alerts may be late. The service log names the component.',
      UNHEALTHY: 'Not working. Falls may go undetected. Call your technical support now.',
    },
    database: 'Database',
    connected: 'connected',
    running: 'Uptime',
    uptime: (seconds: number): string => duration(seconds * 1000),
    memory: 'Memory in use',
    megabytes: (bytes: number): string => `${number(Math.round(bytes / 1_000_000))} MB`,
    of: (used: string, free: string): string => `${used}, ${free} free`,
    version: 'Version',
    update: (version: string): string =>
      `Version ${version} is available. Upgrade soon: it may close security gaps.`,
    asOf: 'As of',
  },
  detector: {
    title: 'Detection quality',
    hint: 'What caregivers found when they came.',
    real: 'Real falls',
    falseAlarms: 'False alarms',
    none: 'No outcomes yet. Caregivers choose an outcome when they resolve an alert.',
    sentence: (judged: number, real: number): string =>
      `Of ${plural(judged, { one: 'fall', other: 'falls' })} that caregivers checked, ${number(real)} ${real === 1 ? 'was' : 'were'} real: ${Math.round((100 * real) / judged)} %.`,
    devices: 'Wearables with the most false alarms',
    devicesHint:
      'Many false alarms from one wearable often mean that it is loose or worn in a different place.',
    device: 'Wearable',
    wearer: 'Worn by',
  },
} as const;
