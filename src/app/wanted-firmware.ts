import type { WantedFirmware } from '../devices/records.ts';
import { offeredVersions } from '../updates/store.ts';
import type { Config } from './config.ts';

/** For the status of wearables: what an adapter offers is part of it. */
export const wantedFirmware = ({ latestFirmware, firmwarePublicKey }: Config): WantedFirmware => ({
  latest: latestFirmware,
  offeredTo: firmwarePublicKey === undefined ? async () => NOTHING : offeredVersions,
});

const NOTHING: ReadonlyMap<string, string> = new Map();
