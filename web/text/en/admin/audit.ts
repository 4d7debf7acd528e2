/** Messages of the audit log, which the service keeps as it wrote them. */
export const audit = {
  reworded: (message: string): string => message,
} as const;
