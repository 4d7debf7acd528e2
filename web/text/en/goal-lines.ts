export const goalLines = {
  median: 'Median time to claim, against the goal',
  share: 'Share of falls claimed within the goal',
  ofWeek: 'Week',
  goal: 'Goal',
  percent: (percent: number): string => `${Math.round(percent)}\u00a0%`,
};
