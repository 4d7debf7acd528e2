import type { SecretBox } from '../platform/secret-box.ts';

/** Where a message goes, by kind; `token`, `secret` and `keys.auth` are credentials. */
export type StoredTarget = Readonly<Record<string, unknown>>;

/** The row that a target is of. */
export type TargetRow = `notification_channels/${string}` | `webhooks/${string}`;

/** A target with each of its credentials replaced by what `work` makes of it. */
export function mapCredentials(
  target: StoredTarget,
  work: (credential: string, field: string) => string,
): StoredTarget {
  const mapped: Record<string, unknown> = { ...target };
  for (const field of ['token', 'secret']) {
    const value = target[field];
    if (typeof value === 'string') mapped[field] = work(value, field);
  }
  const keys = target.keys as { readonly auth?: unknown } | undefined;
  if (typeof keys?.auth === 'string') mapped.keys = { ...keys, auth: work(keys.auth, 'auth') };
  return mapped;
}

export const sealTarget = (box: SecretBox, row: TargetRow, target: StoredTarget): StoredTarget =>
  mapCredentials(target, (credential, field) => box.seal(credential, `${row}/${field}`));

/** Undefined when one of its credentials cannot be decrypted. */
export function openTarget(box: SecretBox, row: TargetRow, target: StoredTarget): StoredTarget | undefined {
  let isReadable = true;
  const opened = mapCredentials(target, (credential, field) => {
    const clear = box.open(credential, `${row}/${field}`);
    if (clear === undefined) isReadable = false;
    return clear ?? '';
  });
  return isReadable ? opened : undefined;
}
