import type { FallSource, ResponseOutcome } from '../../response/vocabulary.ts';

const sources: Readonly<Record<FallSource, string>> = {
  STREAM: 'Wearable',
  REPORT: 'Report',
  HELP_BUTTON: 'Help button',
  CHECK_IN: 'Missed check-in',
  SENSOR: 'Sensor',
};

const outcomes: Readonly<Record<ResponseOutcome, string>> = {
  HELPED: 'Helped',
  NO_HELP_NEEDED: 'No help needed',
  FALSE_ALARM: 'False alarm',
  CANCELLED_BY_PATIENT: 'Cancelled by the patient',
  MOVED_ON: 'Moved on by themselves',
};

export const en = {
  /** Names of the groups of a report. */
  report: {
    total: 'Total',
    withoutWard: 'No ward',
    withoutRoom: 'No room',
    withoutOutcome: 'No outcome',
    sources,
    outcomes,
    shifts: { EARLY: 'Early shift', LATE: 'Late shift', NIGHT: 'Night shift' },
  },
  /** The file for an inspector. */
  workbook: {
    overview: 'Overview',
    home: 'Home',
    period: 'Period',
    days: (from: string, to: string): string => `${from} to ${to}`,
    of: 'Residents',
    everybody: 'All',
    made: 'Date of the report',
    residentDays: 'Resident days',
    falls: 'Falls',
    perThousand: 'Falls per 1,000 resident days',
    injured: 'Falls with injury',
    notHurt: 'No injury',
    minor: 'Minor injury',
    serious: 'Serious injury',
    notStated: 'Injury not stated',
    counted:
      'Falls without false alarms, falls that the resident cancelled and those whose wearer had moved on. The other sheets count every alert.',
    shift: 'Shift',
    weeks: 'By week',
    hours: 'By weekday and hour',
    wards: 'By ward',
    residents: 'By resident',
    times: 'Response times',
    group: 'Group',
    alerts: 'Alerts',
    emergencies: 'Emergencies',
    falseAlarms: 'False alarms',
    cancelled: 'Cancelled by the resident',
    movedOn: 'Moved on by themselves',
    unanswered: 'Unanswered',
    withinGoal: 'Claimed within the goal',
    timeToNotify: 'Seconds to notify',
    timeToClaim: 'Seconds to claim',
    timeToResolve: 'Seconds to resolve',
    p50: 'median',
    p90: '90 % within',
    max: 'longest',
    stage: 'Seconds from the fall until',
    stages: {
      raised: 'The alert is raised',
      notified: 'The first person is notified',
      received: 'A phone or console has it',
      claimed: 'Somebody takes over',
      resolved: 'It is resolved',
    },
  },
};

export type FallTexts = typeof en;
