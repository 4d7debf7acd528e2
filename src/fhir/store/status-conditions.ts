// The rules of fall.ts as conditions of the query in falls.ts, for searches by `status`. `fall_times` repeats what it can of
// the response: its rows are narrow.

export const OBSERVATION_STATUSES: Readonly<Record<string, string>> = {
  preliminary: `r.state <> 'RESOLVED'`,
  amended: `t.corrected AND r.state = 'RESOLVED'`,
  'entered-in-error': `CASE WHEN r.state IS NULL THEN t.false_alarm
    ELSE t.outcome = 'FALSE_ALARM' AND NOT t.corrected AND r.state = 'RESOLVED' END`,
  final: `CASE WHEN r.state IS NULL THEN NOT t.false_alarm
    ELSE t.outcome <> 'FALSE_ALARM' AND NOT t.corrected AND r.state = 'RESOLVED' END`,
};

/** Each names the condition of the index on unresolved responses. */
const unresolved = (state: string): string => `r.state <> 'RESOLVED' AND r.state = '${state}'`;

export const TASK_STATUSES: Readonly<Record<string, string>> = {
  draft: unresolved('CHECKING'),
  requested: unresolved('OPEN'),
  accepted: unresolved('CLAIMED'),
  completed: `r.state = 'RESOLVED' AND r.outcome NOT IN ('CANCELLED_BY_PATIENT', 'MOVED_ON')`,
  cancelled: `r.state = 'RESOLVED' AND r.outcome IN ('CANCELLED_BY_PATIENT', 'MOVED_ON')`,
};
