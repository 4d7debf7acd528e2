import Type from 'typebox';
import type { DeviceRow } from '../devices/index.ts';
import type { DevicesConfig } from '../devices/settings.ts';
import { isOlderFirmware } from '../devices/vocabulary.ts';
import type { Database } from '../platform/database/database.ts';
import { Conflict, deviceNotYours, Forbidden, NotFound } from '../platform/errors.ts';
import { recordHealthRead } from '../platform/http/audit-lines.ts';
import type { Principal } from '../platform/http/principal.ts';
import { type Params, type Route, route } from '../platform/http/route.ts';
import { page, success } from '../platform/schema/envelope.ts';
import { pageQuery, readPage } from '../platform/schema/paging.ts';
import { isUuid } from '../platform/schema/primitives.ts';
import type { AdminNotices } from '../response/index.ts';
import type { Downloads } from './downloads.ts';
import { updateOf } from './offers.ts';
import { noticeSubject, type UpdateReports } from './reports.ts';
import {
  FirmwareDevice,
  FirmwareImage,
  FirmwareRollout,
  FirmwareVersion,
  RecordedUpdate,
  stateFilter,
  UpdateOrNone,
  UpdateReport,
  uploadQuery,
} from './schema.ts';
import type { UpdatesConfig } from './settings.ts';
import * as store from './store.ts';
import type { Uploads } from './uploads.ts';

export interface UpdateRouteDeps {
  readonly db: Database;
  readonly config: UpdatesConfig & Pick<DevicesConfig, 'latestFirmware'>;
  readonly deviceInCare: (call: { principal: Principal; params: Params }) => Promise<DeviceRow>;
  /** Undefined without FIRMWARE_PUBLIC_KEY. */
  readonly uploads: Pick<Uploads, 'take'> | undefined;
  readonly downloads: Downloads;
  readonly reports: Pick<UpdateReports, 'take'>;
  readonly adminNotices: Pick<AdminNotices, 'end'>;
  readonly publicUrl: () => string;
  readonly now: () => number;
}

/** docs/updates.md */
export const updateRoutes = (deps: UpdateRouteDeps): readonly Route[] => [
  ...adminRoutes(deps),
  ...wearableRoutes(deps),
];

async function imageAt(db: Database, id = ''): Promise<store.Image> {
  const image = isUuid(id) ? await store.findImage(db, id) : undefined;
  if (image === undefined) throw new NotFound('Image');
  return image;
}

const notConfigured = (): Conflict =>
  new Conflict('Firmware updates need FIRMWARE_PUBLIC_KEY', { code: 'NOT_CONFIGURED' });

function adminRoutes({
  db,
  config,
  uploads,
  downloads,
  adminNotices,
  now,
}: UpdateRouteDeps): readonly Route[] {
  const target = ({ params }: { readonly params: Params }) => imageAt(db, params.id);

  return [
    route({
      operation: 'uploadFirmware',
      at: 'POST /firmware',
      access: ['ADMIN'],
      recentAuthentication: 'always',
      summary: 'Upload a signed image, of at most 16 MiB. 200 if the same image is there already.',
      query: uploadQuery,
      streamsBody: true,
      idempotencyKey: 'Has no effect: a repeated upload is recognised by its version and content.',
      status: 201,
      otherStatus: 200,
      reply: success(FirmwareImage),
      async handle({ principal: { userId }, query, upload, record }) {
        if (uploads === undefined) throw notConfigured();
        if (upload === undefined) throw new Error('the body does not arrive in pieces');
        const { image, isNew } = await uploads.take(upload, { ...query, userId });
        if (isNew) record({ action: 'firmware.uploaded', message: `Uploaded the firmware ${image.version}` });
        return { status: isNew ? 201 : 200, data: image };
      },
    }),

    route({
      operation: 'listFirmware',
      at: 'GET /firmware',
      access: ['ADMIN'],
      summary: 'List the images, newest first, with where they are offered and how far wearables are',
      mayConflict: true,
      reply: success(Type.Array(FirmwareImage)),
      async handle() {
        if (uploads === undefined) throw notConfigured();
        return { data: await store.listImages(db) };
      },
    }),

    route({
      operation: 'listFirmwareVersions',
      at: 'GET /firmware/versions',
      access: ['ADMIN'],
      summary: 'List the versions that wearables report, most frequent first, at most 100',
      reply: success(Type.Array(FirmwareVersion)),
      async handle() {
        const [versions, images] = await Promise.all([store.countVersions(db), store.listImages(db)]);
        const newest = images.filter(({ rollout, stoppedAt }) => rollout.length > 0 && stoppedAt === null);
        const wanted = (model: string | null) => [
          config.latestFirmware ?? [],
          newest.flatMap((image) => (image.model === model ? image.version : [])),
        ];
        return {
          data: versions.map(({ version, model, devices }) => ({
            version,
            model,
            devices,
            isOld:
              version !== null &&
              wanted(model)
                .flat()
                .some((one) => isOlderFirmware(version, one)),
          })),
        };
      },
    }),

    route({
      operation: 'rollOutFirmware',
      at: 'POST /firmware/:id/rollout',
      access: ['ADMIN'],
      recentAuthentication: 'always',
      summary: 'Offer an image to a share of the wearables, of a ward or of all',
      target,
      body: FirmwareRollout,
      reply: success(FirmwareImage),
      async handle({ target: { id, version }, body: { share, wardId, again }, record }) {
        if (uploads === undefined) throw notConfigured();
        if (wardId != null && !(await store.isWard(db, wardId))) throw new NotFound('Ward');
        const part = { share, wardId: wardId ?? null, again: again ?? false };
        const isThere = await db.transaction((q) => store.rollOut(q, id, part, new Date(now())));
        if (!isThere) throw new NotFound('Image');
        await adminNotices.end(noticeSubject(id));
        const percent = Math.round(share * 1000) / 10;
        record({
          level: 'warning',
          ...(wardId == null
            ? {
                action: 'firmware.rolled-out',
                message: `Offered the firmware ${version} to ${percent} % of all wearables`,
              }
            : {
                action: 'firmware.rolled-out',
                message: `Offered the firmware ${version} to ${percent} % of the wearables of a ward`,
              }),
        });
        return { data: await imageAt(db, id) };
      },
    }),

    route({
      operation: 'listFirmwareDevices',
      at: 'GET /firmware/:id/devices',
      access: ['ADMIN'],
      summary: 'List the wearables that an image is or was offered to. Every call is audited.',
      target,
      query: pageQuery(stateFilter, store.DEVICE_SORTS),
      reply: page(FirmwareDevice),
      async handle({ target: { id }, query, principal, record }) {
        const { rows, pagination } = await store.listDevices(db, id, readPage(query), query.state);
        recordHealthRead(
          { principal, record },
          'the firmware of wearables',
          rows.map(({ wearer }) => wearer.id),
        );
        return { data: rows, pagination };
      },
    }),

    route({
      operation: 'deleteFirmware',
      at: 'DELETE /firmware/:id',
      access: ['ADMIN'],
      summary: 'Withdraw an image, and delete it with the states of its wearables',
      target,
      status: 204,
      async handle({ target: { id, version }, record }) {
        await db.transaction((q) => store.deleteImage(q, id));
        downloads.forget(id);
        await adminNotices.end(noticeSubject(id));
        record({ level: 'warning', action: 'firmware.deleted', message: `Deleted the firmware ${version}` });
        return {};
      },
    }),
  ];
}

function wearableRoutes({
  db,
  config,
  deviceInCare,
  downloads,
  reports,
  publicUrl,
  now,
}: UpdateRouteDeps): readonly Route[] {
  const isOn = config.firmwarePublicKey !== undefined;

  return [
    route({
      operation: 'getDeviceUpdate',
      at: 'GET /device/:id/updates',
      access: 'signed-in',
      devices: true,
      summary: 'Get the firmware that a wearable is offered; null if none is',
      target: deviceInCare,
      reply: success(UpdateOrNone),
      async handle({ target: { id, macAddress, firmwareVersion, model } }) {
        if (!isOn) return { data: null };
        await db.transaction((q) => store.settle(q, new Date(now()), [id]));
        const offer = (await store.offersByMac(db, [macAddress])).get(macAddress);
        // The newest reading is ahead of the stored version and model, which the state follows.
        const isOld = firmwareVersion === null || (offer && isOlderFirmware(firmwareVersion, offer.version));
        return {
          data: offer === undefined || !isOld || offer.model !== model ? null : updateOf(offer, publicUrl()),
        };
      },
    }),

    route({
      operation: 'reportDeviceUpdate',
      at: 'POST /device/:id/updates/state',
      access: 'signed-in',
      devices: true,
      personal: true,
      scope: 'ingest',
      summary:
        'Report how far a wearable is with an update. For its owner only. A repeated report changes nothing.',
      async target(call) {
        const device = await deviceInCare(call);
        if (device.userId !== call.principal.userId) throw deviceNotYours();
        return device;
      },
      body: UpdateReport,
      reply: success(RecordedUpdate),
      handle: async ({ target, body }) => ({ data: await reports.take(target, body) }),
    }),

    route({
      operation: 'getFirmwareImage',
      at: 'GET /firmware/:id/image',
      access: 'signed-in',
      devices: true,
      limit: 'downloads',
      summary: 'Load an image, or a part of it with `Range`. For wearables that are offered it, and admins.',
      file: ['application/octet-stream'],
      async target({ principal: { role, userId, device }, params }) {
        const image = isOn ? await imageAt(db, params.id) : undefined;
        if (image === undefined) throw new NotFound('Image');
        if (role === 'ADMIN' && device === undefined) return image;
        if (!(await store.mayLoad(db, image.id, { userId, deviceId: device?.id })))
          throw new Forbidden('This image is not offered to your wearable');
        return image;
      },
      handle: ({ target }) => ({ largeFile: downloads.open(target) }),
    }),
  ];
}
