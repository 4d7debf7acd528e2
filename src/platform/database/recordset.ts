/**
 * Rows for jsonb_to_recordset: many rows of many columns in one parameter. Half a character becomes U+FFFD, as it does
 * in a text column; jsonb would refuse it.
 */
export function asRecordset(rows: readonly object[]): string {
  const json = JSON.stringify(rows);
  // Half a character is the only one that is written as such an escape; looking at every string takes much longer.
  return json.includes('\\ud') ? JSON.stringify(rows, wellFormed) : json;
}

const wellFormed = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? Buffer.from(value).toString() : value;
