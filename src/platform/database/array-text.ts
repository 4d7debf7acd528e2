/** An array parameter of values that need no quotes: ids, numbers, times, plain words. pg would look into each character of each value. */
export const arrayText = (values: readonly (string | number)[]): string => `{${values.join(',')}}`;
