/**
 * Calls back with the fingerprints of a device's newest stored readings; with undefined when others may be missing, because
 * they were on their way into the table. What is decided by them must be done before the callback returns.
 */
export type FindResendable = (
  macAddress: string,
  found: (fingerprints: Float64Array | undefined) => void,
) => void;
