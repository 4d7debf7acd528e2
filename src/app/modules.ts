import { module as accounts } from '../accounts/module.ts';
import { module as coverage } from '../coverage/module.ts';
import { module as devices } from '../devices/module.ts';
import { module as directory } from '../directory/module.ts';
import { module as falls } from '../falls/module.ts';
import { module as fhir } from '../fhir/module.ts';
import { module as ledger } from '../ledger/module.ts';
import { module as live } from '../live/module.ts';
import { module as morning } from '../morning/module.ts';
import { module as notify } from '../notify/module.ts';
import { module as operations } from '../operations/module.ts';
import { module as overview } from '../overview/module.ts';
import { module as pagers } from '../pagers/module.ts';
import { module as path } from '../path/module.ts';
import { module as people } from '../people/module.ts';
import { module as phones } from '../phones/module.ts';
import { module as readings } from '../readings/module.ts';
import { module as response } from '../response/module.ts';
import { module as sensors } from '../sensors/module.ts';
import { module as signOn } from '../sign-on/module.ts';
import { module as smartHome } from '../smart-home/module.ts';
import { module as testBook } from '../test-book/module.ts';
import { module as updates } from '../updates/module.ts';
import { module as wardPlans } from '../ward-plans/module.ts';

/** What must never be wrong, from left to right, and what keeps it running. */
export const CORE = [accounts, people, live, notify, response, falls, devices, readings, operations] as const;

/** The service also runs without them. */
const ADAPTERS = [
  signOn,
  phones,
  pagers,
  sensors,
  morning,
  ledger,
  coverage,
  testBook,
  wardPlans,
  overview,
  smartHome,
  fhir,
  directory,
  path,
  updates,
] as const;

export const MODULES = [...CORE, ...ADAPTERS] as const;
