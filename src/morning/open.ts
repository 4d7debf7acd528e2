import type { Running } from '../platform/module.ts';
import { type AskDeps, askInTheMorning } from './ask.ts';
import type { MorningConfig } from './settings.ts';

interface OpenDeps extends Omit<AskDeps, 'hour'> {
  readonly config: MorningConfig;
  readonly closeLater: (name: string, close: () => Promise<void>) => void;
}

export function openMorning(deps: OpenDeps): Running | undefined {
  const { morningQuestionHour: hour } = deps.config;
  if (hour === 'off') return undefined;
  const asking = askInTheMorning({ ...deps, hour });
  deps.closeLater('morning questions', () => asking.close());
  return {};
}
