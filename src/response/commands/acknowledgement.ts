/** The content of `alert.acknowledged`; `acknowledgedBy` is null when the occurrence ended by itself. */
export const acknowledgement = (
  alert: { readonly id: string; readonly fallId: string | null },
  by: string | null,
  at: Date,
) => ({ alertId: alert.id, fallId: alert.fallId, acknowledgedBy: by, timestamp: at });
