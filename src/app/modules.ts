import { module as accounts } from '../accounts/module.ts';
import { module as devices } from '../devices/module.ts';
import { module as falls } from '../falls/module.ts';
import { module as fhir } from '../fhir/module.ts';
import { module as live } from '../live/module.ts';
import { module as notify } from '../notify/module.ts';
import { module as operations } from '../operations/module.ts';
import { module as overview } from '../overview/module.ts';
import { module as people } from '../people/module.ts';
import { module as readings } from '../readings/module.ts';
import { module as response } from '../response/module.ts';
import { module as sensors } from '../sensors/module.ts';
import { module as smartHome } from '../smart-home/module.ts';

/** From left to right, as they import each other. */
export const CORE = [
  accounts,
  people,
  live,
  notify,
  response,
  falls,
  devices,
  readings,
  overview,
  operations,
] as const;

/** The service also runs without them. */
const ADAPTERS = [sensors, smartHome, fhir] as const;

export const MODULES = [...CORE, ...ADAPTERS] as const;
