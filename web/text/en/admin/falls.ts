import { plural } from '../../words.ts';

export const allFalls = {
  title: 'Falls',
  found: (count: number): string => plural(count, { one: 'fall', other: 'falls' }),
  none: 'No matches.',
  resident: 'Resident',
  responseTime: 'Response time',
  investigation: 'Investigation',
  flagged: 'flagged',
  everyLevel: 'All levels',
  from: 'From',
  to: 'Until',
  choose: 'Filter by resident…',
  only: (name: string): string => `Resident: ${name}`,
  show: 'Show',
  clear: 'Clear filters',
} as const;
