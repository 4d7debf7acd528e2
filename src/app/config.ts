import { type AccountsConfig, settings as accounts } from '../accounts/settings.ts';
import { type DevicesConfig, settings as devices } from '../devices/settings.ts';
import { type FallsConfig, settings as falls } from '../falls/settings.ts';
import { type MorningConfig, settings as morning } from '../morning/settings.ts';
import { type NotifyConfig, settings as notify } from '../notify/settings.ts';
import { type OperationsConfig, settings as operations } from '../operations/settings.ts';
import { type PagersConfig, settings as pagers } from '../pagers/settings.ts';
import { type PathConfig, settings as path } from '../path/settings.ts';
import { type PeopleConfig, settings as people } from '../people/settings.ts';
import { type PhonesConfig, settings as phones } from '../phones/settings.ts';
import { describeSettings, outlineSettings, readSettings } from '../platform/config/config.ts';
import type { ModuleSettings } from '../platform/config/setting.ts';
import { type PlatformConfig, settings as platform } from '../platform/config/settings.ts';
import { type ReadingsConfig, settings as readings } from '../readings/settings.ts';
import { type ResponseConfig, settings as response } from '../response/settings.ts';
import { type SignOnConfig, settings as signOn } from '../sign-on/settings.ts';
import { type SmartHomeConfig, settings as smartHome } from '../smart-home/settings.ts';
import { type TestBookConfig, settings as testBook } from '../test-book/settings.ts';
import { type UpdatesConfig, settings as updates } from '../updates/settings.ts';

export type Config = PlatformConfig &
  AccountsConfig &
  SignOnConfig &
  PeopleConfig &
  NotifyConfig &
  PhonesConfig &
  PagersConfig &
  ResponseConfig &
  FallsConfig &
  DevicesConfig &
  ReadingsConfig &
  MorningConfig &
  SmartHomeConfig &
  TestBookConfig &
  PathConfig &
  UpdatesConfig &
  OperationsConfig;

/** In the order of docs/configuration.md. Apart from the manifests: a check of the configuration loads nothing else. */
const MODULES: readonly ModuleSettings<Config>[] = [
  platform,
  accounts,
  signOn,
  people,
  notify,
  phones,
  pagers,
  response,
  falls,
  devices,
  readings,
  morning,
  smartHome,
  testBook,
  path,
  updates,
  operations,
];

export const SETTINGS = MODULES.flatMap(({ rows }) => Object.values(rows));

export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config =>
  readSettings(MODULES, env);

export const describeConfig = (config: Config): string => describeSettings(MODULES, config);

export const outlineConfig = (config: Config): string => outlineSettings(MODULES, config);

export const configWarnings = (config: Config): readonly string[] =>
  MODULES.flatMap(({ warnings }) => warnings?.(config) ?? []);
