/**
 * Rows for jsonb_to_recordset: many rows of many columns in one parameter. Half a character becomes U+FFFD, as it does
 * in a text column; jsonb would refuse it.
 */
export const asRecordset = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'string' ? Buffer.from(value).toString() : value,
  );
