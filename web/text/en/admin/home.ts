export const home = {
  title: 'Home',
  settings: 'Name, time zone and goal',
  name: 'Name',
  timeZone: 'Time zone',
  timeZoneHint: 'Days, quiet hours, rosters and reports, and all times that people read, follow it.',
  language: 'Language',
  languageHint: 'For people who have not chosen one.',
  goal: 'Response goal in minutes',
  goalHint: 'A caregiver should claim a fall within this time. Reports compare with it.',
} as const;
