import type { SecretBox } from '../../platform/secret-box.ts';
import { TARGET_FIELDS } from './kinds.ts';

/** The target of a message, by kind, with its credentials: see `sealed` in the table of kinds. */
export type StoredTarget = Readonly<Record<string, unknown>>;

/** The row that a target belongs to. */
export type TargetRow = `notification_channels/${string}` | `webhooks/${string}`;

/** The signing secret is a credential of every kind that has one. */
const SEALED = [
  'secret',
  ...Object.entries(TARGET_FIELDS).flatMap(([name, { sealed }]) => (sealed === true ? [name] : [])),
];

/** The target's fields that contain a credential; an export leaves them out. */
export const CREDENTIAL_FIELDS: readonly string[] = [
  'secret',
  ...Object.keys(TARGET_FIELDS).filter((name) => TARGET_FIELDS[name]?.sealed !== undefined),
];

const SEALED_PARTS = Object.entries(TARGET_FIELDS).flatMap(([name, { sealed }]) =>
  Array.isArray(sealed) ? sealed.map((part: string) => ({ name, part })) : [],
);

/** Returns the target with each credential replaced by the result of `work`. */
export function mapCredentials(
  target: StoredTarget,
  work: (credential: string, field: string) => string,
): StoredTarget {
  const mapped: Record<string, unknown> = { ...target };
  for (const field of SEALED) {
    const value = target[field];
    if (typeof value === 'string') mapped[field] = work(value, field);
  }
  for (const { name, part } of SEALED_PARTS) {
    const whole = mapped[name] as Readonly<Record<string, unknown>> | null | undefined;
    const value = whole?.[part];
    if (typeof value === 'string') mapped[name] = { ...whole, [part]: work(value, part) };
  }
  return mapped;
}

export const sealTarget = (box: SecretBox, row: TargetRow, target: StoredTarget): StoredTarget =>
  mapCredentials(target, (credential, field) => box.seal(credential, `${row}/${field}`));

/** Undefined when a credential cannot be decrypted. */
export function openTarget(box: SecretBox, row: TargetRow, target: StoredTarget): StoredTarget | undefined {
  let isReadable = true;
  const opened = mapCredentials(target, (credential, field) => {
    const clear = box.open(credential, `${row}/${field}`);
    if (clear === undefined) isReadable = false;
    return clear ?? '';
  });
  return isReadable ? opened : undefined;
}
