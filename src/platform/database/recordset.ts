/** Rows for jsonb_to_recordset: many rows of many columns in one parameter. */
export const asRecordset = (rows: readonly object[]): string => asJson(rows);

/** For a jsonb parameter. A lone surrogate becomes U+FFFD, as it does in a text column; jsonb would refuse it. */
export function asJson(value: object): string {
  const json = JSON.stringify(value);
  // Only lone surrogates are written as such an escape; checking every string takes much longer.
  return json.includes('\\ud') ? JSON.stringify(value, wellFormed) : json;
}

const wellFormed = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? Buffer.from(value).toString() : value;
