/** SQL: whether a caregiver is on duty at a time. Takes SQL expressions. */
export const isOnDutySql = (caregiver: string, at: string): string =>
  `EXISTS (SELECT FROM shifts s WHERE s.caregiver_id = ${caregiver} AND s.until > ${at})`;
