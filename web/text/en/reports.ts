import { duration } from '../words.ts';

export const reports = {
  title: 'Reports',
  filters: {
    from: 'From',
    to: 'To',
    ward: 'Ward',
    everyWard: 'All wards',
    chooseWard: 'Choose a ward',
    resident: 'Resident',
    everyResident: 'All residents',
    clear: 'Clear filters',
  },
  choose: 'Choose a ward that you lead, or a resident.',
  print: 'Print',
  csv: (of: string): string => `CSV: ${of}`,
  zone: (zone: string): string => `Days and hours are in the time zone ${zone}.`,
  printed: (from: string, to: string, of: string): string => `${from} to ${to}, ${of}`,
  none: 'No falls in this period.',
  invalid: 'Choose two dates that are at most 400 days apart.',
  summary: {
    title: 'Summary',
    falls: 'Falls',
    emergencies: 'Emergencies',
    falseAlarms: 'False alarms',
    cancelled: 'Cancelled by the resident',
    unanswered: 'Unanswered',
    goal: (minutes: number): string => `Claimed within ${minutes} min (goal)`,
    share: (within: number, count: number): string =>
      count === 0 ? '–' : `${within} of ${count} (${Math.round((100 * within) / count)}\u00a0%)`,
  },
  times: {
    title: 'Response times',
    what: 'Time',
    notify: 'To notify',
    claim: 'To claim',
    resolve: 'To resolve',
    median: 'Median',
    p90: '90 % within',
    max: 'Longest',
    /** To the second below an hour: whether 1 min or 1 min 59 s makes a difference here. */
    seconds(seconds: number | null): string {
      if (seconds === null) return '–';
      const isMinutes = seconds >= 60 && seconds < 3600;
      return isMinutes ? `${Math.floor(seconds / 60)} min ${seconds % 60} s` : duration(seconds * 1000);
    },
    hint: 'Measured from the time of the fall. Half of the falls took at most the median.',
  },
  heat: {
    title: 'Falls by weekday and hour',
    day: 'Day',
    weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
    hint: 'Each cell is the number of falls that started in that hour.',
  },
  weeks: {
    title: 'Falls and time to claim by week',
    week: 'Week',
    falls: 'Falls',
    falseAlarms: 'False alarms',
    claim: 'Median time to claim',
    p90: '90 % claimed within',
    within: 'Within goal',
    late: (time: string): string => `${time}, over goal`,
  },
  wards: { title: 'By ward', ward: 'Ward' },
  residents: { title: 'By resident', resident: 'Resident' },
  columns: {
    falls: 'Falls',
    emergencies: 'Emergencies',
    falseAlarms: 'False alarms',
    claim: 'Median time to claim',
    within: 'Within goal',
  },
  everything: 'all wards',
} as const;
