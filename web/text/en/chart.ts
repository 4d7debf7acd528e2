export const chart = {
  empty: 'No readings in this period.',
  table: 'Show as table',
  time: 'Time',
  /** Screen readers read it instead of the chart. */
  extent: (label: string, low: string, high: string, last: string): string =>
    `${label}: between ${low} and ${high}, last ${last}`,
} as const;
