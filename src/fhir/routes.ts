import { maySeeCaregiver } from '../accounts/permissions.ts';
import { patientInCareAt, requireCareOf } from '../people/index.ts';
import { Forbidden, NotFound } from '../platform/errors.ts';
import { recordHealthRead } from '../platform/http/audit-lines.ts';
import type { Principal } from '../platform/http/principal.ts';
import {
  openProtocolRoute,
  protocolRoute,
  type RecordAuditLine,
  type Route,
} from '../platform/http/route.ts';
import { searchset } from './bundle.ts';
import { capabilityStatement } from './capability.ts';
import { codeSystem } from './code-systems.ts';
import { FHIR } from './protocol.ts';
import { readSearch, refuseParameters } from './search/request.ts';
import { deviceType } from './types/device.ts';
import { observationType } from './types/observation.ts';
import { patientType, practitionerType } from './types/people.ts';
import { ACCESSED, baseOf, type FhirDeps, type Owned, type ResourceType } from './types/resource-type.ts';
import { flagType, taskType } from './types/response.ts';

const TYPES = [patientType, practitionerType, deviceType, observationType, taskType, flagType];

/** docs/fhir.md: two rows for each type, and what describes them. */
export function fhirRoutes(deps: FhirDeps): readonly Route[] {
  const types = TYPES.map((type) => type(deps));
  return [
    metadataRoute(deps, types),
    codeSystemRoute(deps),
    ...types.flatMap((type) => [searchRoute(deps, type), readRoute(deps, type)]),
  ];
}

const metadataRoute = (deps: FhirDeps, types: readonly ResourceType[]): Route =>
  openProtocolRoute({
    protocol: FHIR,
    operation: 'fhirCapabilities',
    path: '/metadata',
    summary: 'What the FHIR interface offers',
    target: async () => undefined,
    query: refuseParameters,
    handle: () => capabilityStatement(baseOf(deps), deps.version, types),
  });

const codeSystemRoute = (deps: FhirDeps): Route =>
  openProtocolRoute({
    protocol: FHIR,
    operation: 'fhirReadCodeSystem',
    path: '/CodeSystem/:id',
    summary: "A code system of Vigil's own",
    async target({ params: { id = '' } }) {
      const resource = codeSystem(baseOf(deps), id);
      if (resource === undefined) throw new NotFound('CodeSystem');
      return resource;
    },
    query: refuseParameters,
    handle: ({ target }) => target,
  });

const readRoute = (deps: FhirDeps, type: ResourceType): Route =>
  protocolRoute({
    protocol: FHIR,
    operation: `fhirRead${type.name}`,
    path: `/${type.name}/:id`,
    summary: `Read a ${type.name}`,
    access: type.access,
    async target({ principal, params: { id = '' } }) {
      const patientId = type.patientNamedIn?.(id);
      if (patientId !== undefined) await patientInCareAt(deps.db, { principal, params: { id: patientId } });
      const found = await type.find(id);
      if (found === undefined) throw new NotFound(type.name);
      await requireAccess(deps, principal, found);
      return found;
    },
    query: refuseParameters,
    handle({ target, principal, record }) {
      if (target.accessed !== undefined)
        recordHealthRead({ principal, record }, ACCESSED[target.accessed][0], target.ownerId);
      return target.resource;
    },
  });

const searchRoute = (deps: FhirDeps, type: ResourceType): Route =>
  protocolRoute({
    protocol: FHIR,
    operation: `fhirSearch${type.name}`,
    path: `/${type.name}`,
    summary: `Search for a ${type.name}`,
    access: type.access,
    target: async () => undefined,
    query: (given) => readSearch(given, type.rules, { base: baseOf(deps), zone: deps.timeZone() }),
    async handle({ principal, query, record }) {
      if (query.patientId !== undefined)
        await patientInCareAt(deps.db, { principal, params: { id: query.patientId } });
      const { entries, ...page } = await type.search(principal, query);
      recordSearch({ principal, record }, entries);
      const resources = entries.map(({ resource }) => resource);
      return searchset(baseOf(deps), type.name, query.given, { resources, ...page });
    },
  });

/** The same rules as in the API: a patient's care team, and a practitioner's own record. */
async function requireAccess(
  deps: FhirDeps,
  principal: Principal,
  { ownerId, accessed }: Owned,
): Promise<void> {
  if (accessed !== undefined) await requireCareOf(deps.db, principal, ownerId);
  else if (!maySeeCaregiver(principal, ownerId)) throw new Forbidden();
}

/** A line for each kind of data, with all patients but the caller. */
function recordSearch(
  by: { readonly principal: Principal; readonly record: RecordAuditLine },
  entries: readonly Owned[],
): void {
  for (const kind of new Set(entries.map(({ accessed }) => accessed))) {
    if (kind === undefined) continue;
    const owners = new Set(entries.filter(({ accessed }) => accessed === kind).map(({ ownerId }) => ownerId));
    owners.delete(by.principal.userId);
    const [only, ...others] = owners;
    if (only === undefined) continue;
    recordHealthRead(by, ACCESSED[kind][1], others.length === 0 ? only : [only, ...others]);
  }
}
