import type { SecretBox } from '../../platform/secret-box.ts';
import type { DeliveryResult } from './channel.ts';
import { openTarget, type StoredTarget, type TargetRow } from './channel-secrets.ts';
import type { ChannelKind, Target } from './kinds.ts';

/** A target as stored in the database. */
export interface StoredChannel {
  readonly kind: ChannelKind;
  readonly row: TargetRow;
  /** With sealed credentials; its shape was checked before it was stored. */
  readonly target: StoredTarget;
}

/** Undefined when a credential of the target cannot be decrypted. */
export function readTarget(box: SecretBox, { kind, row, target }: StoredChannel): Target | undefined {
  const opened = openTarget(box, row, target);
  return opened && ({ kind, ...opened } as unknown as Target);
}

/** Retried like any other failure: the operator may correct the key in the meantime. */
export const UNREADABLE: DeliveryResult = {
  delivered: false,
  status: null,
  error: 'its secret cannot be decrypted: the operator must check SECRETS_KEY',
};
