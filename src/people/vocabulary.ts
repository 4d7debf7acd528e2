/**
 * SQL: whether a membership in a ward lasts at a time. A membership that is over gives nothing, even in the moment
 * before its row is deleted. Takes an alias of ward_members and an SQL expression.
 */
export const lastsSql = (member: string, at: string): string =>
  `(${member}.until IS NULL OR ${member}.until > ${at})`;
