import type { FhirResource } from 'fhir/r4.js';
import type { Viewer } from '../../accounts/permissions.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Role } from '../../platform/http/principal.ts';
import type { Found } from '../bundle.ts';
import type { Wearable } from '../resources/device.ts';
import type { SearchRequest, SearchRules } from '../search/request.ts';
import type { VitalReadings } from '../vitals.ts';

export interface FhirDeps {
  readonly db: Database;
  /** The address of the service. */
  readonly publicUrl: () => string;
  /** The organisation's time zone, in which a day of a search begins and ends. */
  readonly timeZone: () => string;
  /** Wearables with their newest reports. */
  readonly wearables: (ids: readonly string[]) => Promise<readonly Wearable[]>;
  readonly vitals: VitalReadings;
  readonly version: string;
  readonly now: () => number;
}

/** What the access log says about a read and about a search: the phrases of the API. */
export const ACCESSED = {
  patient: ['the profile of a patient', 'the list of patients'],
  device: ['the devices of a patient', 'the devices of a patient'],
  fall: ['a fall', 'the falls of a patient'],
  vitals: ['the readings of a device', 'the readings of a device'],
} as const;

/** A resource, and the person whose permissions decide who may see it. */
export interface Owned {
  readonly resource: FhirResource;
  readonly ownerId: string;
  /** Undefined for what is no patient's data. */
  readonly accessed: keyof typeof ACCESSED | undefined;
}

/** A type of resources: one row of the interface's table. */
export interface ResourceType {
  readonly name: 'Patient' | 'Practitioner' | 'Device' | 'Observation' | 'Task' | 'Flag';
  readonly access: 'signed-in' | readonly Role[];
  readonly rules: SearchRules;
  /**
   * The patient whom an id names. The caller's access is then checked first: otherwise anybody who knows the patient
   * could find out which resources exist.
   */
  readonly patientNamedIn?: (id: string) => string | undefined;
  /** Undefined if there is no such resource. */
  readonly find: (id: string) => Promise<Owned | undefined>;
  /** Finds only what the viewer may see. */
  readonly search: (viewer: Viewer, request: SearchRequest) => Promise<OwnedPage>;
}

export interface OwnedPage extends Omit<Found, 'resources'> {
  readonly entries: readonly Owned[];
}

export const baseOf = ({ publicUrl }: Pick<FhirDeps, 'publicUrl'>): string => `${publicUrl()}/fhir`;
