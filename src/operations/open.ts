import type { Running } from '../platform/module.ts';
import type { OperationsConfig } from './settings.ts';
import { type UpdateDeps, watchUpdates } from './updates.ts';

interface OpenDeps extends Omit<UpdateDeps, 'url'> {
  readonly config: OperationsConfig;
  readonly closeLater: (name: string, close: () => Promise<void>) => void;
}

export function openOperations({
  config: { updateUrl },
  closeLater,
  ...deps
}: OpenDeps): Running | undefined {
  if (updateUrl === undefined) return undefined;
  let updates: ReturnType<typeof watchUpdates> | undefined;
  closeLater('check for updates', async () => updates?.close());
  return {
    start() {
      updates = watchUpdates({ url: updateUrl, ...deps });
    },
    health: { update: () => updates?.available() },
  };
}
