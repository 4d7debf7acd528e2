export const chart = {
  empty: 'Nothing was measured in this time.',
  table: 'Show as a table',
  time: 'Time',
  /** What somebody hears who cannot see the chart. */
  extent: (label: string, low: string, high: string, last: string): string =>
    `${label}: between ${low} and ${high}, last ${last}`,
} as const;
