import type { CapabilityStatement, CapabilityStatementRestResourceSearchParam } from 'fhir/r4.js';
import { FHIR_JSON } from './protocol.ts';
import type { ParameterName } from './search/request.ts';
import type { ResourceType } from './types/resource-type.ts';

/** The day on which this interface last changed. */
const CHANGED = '2026-11-19';

type SearchParameter = CapabilityStatementRestResourceSearchParam;

const OF_EVERY_TYPE: readonly SearchParameter[] = [
  {
    name: '_id',
    type: 'token',
    definition: 'http://hl7.org/fhir/SearchParameter/Resource-id',
  },
  {
    name: '_lastUpdated',
    type: 'date',
    definition: 'http://hl7.org/fhir/SearchParameter/Resource-lastUpdated',
  },
];

const KINDS = {
  patient: 'reference',
  date: 'date',
  code: 'token',
  status: 'token',
  identifier: 'token',
} as const;

/** R4 defines some parameters for several types together. */
const SHARED: Partial<Record<`${ParameterName} ${ResourceType['name']}`, string>> = {
  'patient Observation': 'clinical-patient',
  'patient Flag': 'clinical-patient',
  'date Observation': 'clinical-date',
  'date Flag': 'clinical-date',
  'code Observation': 'clinical-code',
};

const definitionOf = (name: ParameterName, type: ResourceType['name']): string =>
  `http://hl7.org/fhir/SearchParameter/${SHARED[`${name} ${type}`] ?? `${type}-${name}`}`;

/** What this interface offers, from the table of its types. */
export function capabilityStatement(
  base: string,
  version: string,
  types: readonly ResourceType[],
): CapabilityStatement {
  return {
    resourceType: 'CapabilityStatement',
    status: 'active',
    date: CHANGED,
    kind: 'instance',
    software: { name: 'Vigil', version },
    implementation: { description: 'Falls, responses and wearables of one organisation', url: base },
    fhirVersion: '4.0.1',
    format: [FHIR_JSON, 'json'],
    rest: [
      {
        mode: 'server',
        documentation:
          'Read-only. Searches take the parameters below, `_count` and `_format`; others are refused.',
        security: {
          description:
            'Bearer token of a session, an access token or a service account, with the scope `read`.',
        },
        resource: [
          ...types.map(({ name, rules }) => ({
            type: name,
            interaction: [{ code: 'read' as const }, { code: 'search-type' as const }],
            versioning: 'no-version' as const,
            searchParam: [
              ...OF_EVERY_TYPE,
              ...rules.parameters.map((parameter) => ({
                name: parameter,
                type: KINDS[parameter],
                definition: definitionOf(parameter, name),
              })),
            ],
          })),
          { type: 'CodeSystem', interaction: [{ code: 'read' }], versioning: 'no-version' },
        ],
      },
    ],
  };
}
