import { profilePart as accountProfile } from '../accounts/store/export.ts';
import { exportSources as deviceExports } from '../devices/store/export.ts';
import { exportSources as fallExports } from '../falls/store/export.ts';
import { profilePart as channelProfile } from '../notify/store/export.ts';
import { handoverProfile } from '../overview/handover-store.ts';
import { profilePart as careProfile, exportSources as messageExports } from '../people/store/export.ts';
import { exportSources as readingExports } from '../readings/store/export.ts';
import { profilePart as detectorProfile } from '../readings/wearer/store.ts';
import { exportSources as alertExports, profilePart as responseProfile } from '../response/store/export.ts';
import { exportSources as sensorExports } from '../sensors/store/events.ts';
import { profilePart as sensorProfile } from '../sensors/store/rules.ts';

/** docs/contract.md, "Export": the order of the fields in profile.json. */
export const PROFILE_PARTS = [
  careProfile,
  channelProfile,
  accountProfile,
  responseProfile,
  detectorProfile,
  handoverProfile,
  sensorProfile,
];

/** The order of the files in the ZIP. */
export const EXPORT_SOURCES = [
  ...deviceExports,
  ...readingExports,
  ...fallExports,
  ...alertExports,
  ...messageExports,
  ...sensorExports,
];
