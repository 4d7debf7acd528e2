/**
 * Calls back with the fingerprints of a device's newest stored readings; with undefined when some may be missing,
 * because they were still being written. A decision based on them must be carried out before the callback returns.
 */
export type FindResendable = (
  macAddress: string,
  found: (fingerprints: Float64Array | undefined) => void,
) => void;
