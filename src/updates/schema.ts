import Type from 'typebox';
import { bodyChecker } from '../platform/schema/check.ts';
import { SOME_MAC } from '../platform/schema/mac.ts';
import * as t from '../platform/schema/primitives.ts';
import {
  MOST_ERROR_CHARACTERS,
  MOST_IMAGE_BYTES,
  REPORTED_STATES,
  UPDATE_STATES,
  VERSION,
} from './vocabulary.ts';

const SOME_VERSION = '1.5.0';
const SOME_SIGNATURE = 'bm90IGEgcmVhbCBzaWduYXR1cmUsIGJ1dCA2NCBieXRlcyBsb25nIGFzIG9uZSBvZiBFZDI1NTE5Lg==';
const SOME_SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

const version = () =>
  Type.String({
    pattern: VERSION,
    maxLength: 32,
    description: 'Firmware version, as the readings of the wearable report it',
    examples: [SOME_VERSION],
    'x-message': 'must be 1 to 32 letters, digits, ".", "_", "+" and "-"',
  });
const model = () =>
  Type.String({
    pattern: VERSION,
    maxLength: 32,
    description: 'Type of the wearables that the image is for, as their readings report it',
    examples: ['bangle2'],
    'x-message': 'must be 1 to 32 letters, digits, ".", "_", "+" and "-"',
  });
const image = {
  version: version(),
  size: t.integer(1, MOST_IMAGE_BYTES, 'bytes', 'Size of the image', 262_144),
  sha256: t.string('SHA-256 of the image, hexadecimal, in lower case', SOME_SHA256),
  signature: t.string(
    'Ed25519 signature of `vigil-update <version> <size> <sha256>`, base64',
    SOME_SIGNATURE,
  ),
};
const share = () =>
  t.number(
    0,
    1,
    'fraction',
    'Share of the wearables, 0 to 1; a larger share has all wearables of a smaller one',
    0.1,
  );
const wardId = () => t.nullable(t.id('ID of the ward; null for all wearables'));

const State = t.vocabulary('FirmwareState', 'How far the wearable is', UPDATE_STATES);

export const uploadQuery = Type.Object({
  version: version(),
  model: t.optional(model(), 'Default: it is for wearables that report no model'),
  signature: t.anyText(
    200,
    'Ed25519 signature of `vigil-update <version> <size> <sha256>`, base64',
    SOME_SIGNATURE,
    1,
  ),
});

export const RolloutPart = t.record('FirmwareRolloutPart', 'Where an image is offered', {
  wardId: wardId(),
  share: share(),
});

const counts = Object.fromEntries(
  UPDATE_STATES.map((state) => [state, t.count(`Wearables in the state \`${state}\``, 12)]),
) as Record<(typeof UPDATE_STATES)[number], ReturnType<typeof t.count>>;

export const FirmwareImage = t.record('FirmwareImage', 'Signed firmware of wearables', {
  id: t.id('ID of the image'),
  model: t.nullable(model(), 'Type of the wearables that it is for; null for those that report none'),
  ...image,
  createdAt: t.timestamp('Time of the upload'),
  createdBy: t.nullable(t.id('ID of the admin who uploaded it; null if the account is deleted')),
  stoppedAt: t.nullable(
    t.timestamp('Since when it is no longer offered, because too many wearables failed; null otherwise'),
  ),
  rollout: Type.Array(RolloutPart, { description: 'Where it is offered; empty before the first rollout' }),
  states: t.record('FirmwareCounts', 'Wearables by state', counts),
});

export const FirmwareRollout = t.record('FirmwareRollout', 'Offer of an image to wearables', {
  share: share(),
  wardId: t.optional(
    t.id("ID of the ward whose residents' wearables are offered it; default: all wearables"),
  ),
  again: t.optional(t.boolean('Also to wearables where it failed or was rolled back; default false', false)),
});

export const FirmwareDevice = t.record('FirmwareDevice', 'Wearable that an image is or was offered to', {
  deviceId: t.id('ID of the wearable'),
  macAddress: t.string('MAC address', SOME_MAC),
  name: t.string('Name of the wearable', 'Wristband'),
  wearer: t.record('FirmwareWearer', 'Wearer', {
    id: t.id('ID of the patient'),
    name: t.string('Name', 'Edith Brandt'),
  }),
  state: State,
  since: t.timestamp('Since when'),
  error: t.nullable(t.string('What the wearable said about a failure; null without', 'flash write failed')),
  firmwareVersion: t.nullable(t.string('Version that its readings report; null before the first', '1.4.2')),
});

export const stateFilter = {
  state: t.optional(State, 'Only wearables in this state'),
};

export const Update = t.record('FirmwareUpdate', 'Image that a wearable is offered', {
  id: t.id('ID of the image'),
  version: image.version,
  url: t.string(
    'Where the wearable gets it, with its token',
    'https://vigil.example.org/api/firmware/3f0c9a52-6d1e-4b7a-9c35-0e8f7d21b6a4/image',
  ),
  size: image.size,
  sha256: image.sha256,
  signature: image.signature,
});

/** Its name is that of the reply. */
export const UpdateOrNone = {
  ...t.nullable(Update, 'Image that a wearable is offered; null if none is'),
  'x-name': 'FirmwareOffer',
};

export const UpdateReport = t.record('FirmwareReport', 'How far a wearable is with an update', {
  version: version(),
  state: t.vocabulary('FirmwareReportedState', 'What a wearable reports', REPORTED_STATES),
  error: t.optional(t.text(MOST_ERROR_CHARACTERS, 'Why it failed or was rolled back', 'flash write failed')),
});

export const checkUpdateReport = bodyChecker(UpdateReport);

export const RecordedUpdate = t.record('FirmwareRecorded', 'State of a wearable after its report', {
  version: version(),
  state: State,
});

export const FirmwareVersion = t.record('FirmwareVersion', 'Version that wearables report', {
  version: t.nullable(t.string('Version; null for wearables that report none', '1.4.2')),
  model: t.nullable(t.string('Type of the wearables; null for those that report none', 'bangle2')),
  devices: t.count('Wearables', 42),
  isOld: t.boolean('It is older than LATEST_FIRMWARE, or than the newest image that is rolled out'),
});
