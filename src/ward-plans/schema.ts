import Type from 'typebox';
import { PATIENT_FIELDS } from '../accounts/role-fields.ts';
import { type FrameSchema, frameSchema } from '../live/frames-schema.ts';
import * as t from '../platform/schema/primitives.ts';
import { MOST_PICTURE_BYTES } from './picture.ts';

/** More than any ward has. */
const MOST_ROOMS = 200;
/** Base64 needs four characters for three bytes. */
const MOST_PICTURE_CHARACTERS = 4 * Math.ceil(MOST_PICTURE_BYTES / 3);
/** The picture, 200 rooms with long names, and space to write them. */
export const PLAN_BODY_BYTES = MOST_PICTURE_CHARACTERS + 128 * 1024;
const MOST_REVISIONS = 2 ** 31 - 1;

/** One grey pixel. */
const SOME_PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';

const { maxLength, description, example } = PATIENT_FIELDS.room;

const PlacedRoom = t.record('PlacedRoom', 'Room on the floor plan of a ward', {
  room: t.line(maxLength, description, example),
  x: t.number(0, 100, '%', 'Middle of the room, from the left edge of the plan', 25),
  y: t.number(0, 100, '%', 'Middle of the room, from the upper edge of the plan', 40),
});

const revision = (meaning: string) => t.integer(0, MOST_REVISIONS, 'number', meaning, 3);

export const WardPlan = t.record('WardPlan', 'Floor plan of a ward', {
  revision: revision('Number of changes; 0 for a ward without a plan'),
  rooms: Type.Array(PlacedRoom, { description: 'Rooms with a place on the plan' }),
  picture: t.nullable(
    t.record('PlanPicture', 'Picture behind the rooms', {
      tag: t.string('Changes with the picture', '5f1d3c0a9be24d77'),
      width: t.integer(1, 4096, 'number', 'Width in pixels', 1600),
      height: t.integer(1, 4096, 'number', 'Height in pixels', 900),
    }),
    'Picture behind the rooms; null without one',
  ),
});

/** Of a board. */
export const PlanRevision = t.record('PlanRevision', 'Revision of the floor plan of a ward', {
  wardId: t.id('ID of the ward'),
  revision: revision('Number of changes'),
});

export const planServerFrames = {
  'plan.changed': frameSchema(
    'plan.changed',
    'The floor plan of a ward has changed; for the boards of its members, of admins and of its stations',
    PlanRevision,
  ),
} as const satisfies Readonly<Record<string, FrameSchema>>;

export const WardPlanChange = t.record('WardPlanChange', 'Change of the floor plan of a ward', {
  revision: revision('Revision that the change is based on'),
  rooms: Type.Optional(
    Type.Array(PlacedRoom, {
      maxItems: MOST_ROOMS,
      description: 'All rooms with a place on the plan; replaces those before',
      'x-message': `must be at most ${MOST_ROOMS} rooms, each with a place from 0 to 100 %`,
    }),
  ),
  picture: t.clearable(
    t.anyText(
      MOST_PICTURE_CHARACTERS,
      'New picture in base64: PNG, JPEG or WebP of at most 1 MiB and 4096 × 4096 pixels; null removes it',
      SOME_PICTURE,
    ),
  ),
});
