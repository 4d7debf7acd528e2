/** Which groups of the directory give which role and wards (docs/single-sign-on.md, "Groups"). */
export interface GroupMapping {
  readonly adminGroups: ReadonlySet<string>;
  readonly caregiverGroups: ReadonlySet<string>;
  /** Names of wards by group. */
  readonly wardsOf: ReadonlyMap<string, readonly string[]>;
}

/** What the groups of a person give. Without a role there are no wards. */
export interface Grants {
  readonly role: 'ADMIN' | 'CAREGIVER' | undefined;
  /** Names of wards, sorted, each once. */
  readonly wards: readonly string[];
}

export interface GroupSettings {
  readonly oidcAdminGroups: readonly string[];
  readonly oidcCaregiverGroups: readonly string[];
  /** `group=ward name`. */
  readonly oidcWardGroups: readonly string[];
}

/** At the last `=`: names of groups may contain it (`cn=nurses`), names of wards do not. */
export function wardGroupOf(entry: string): { readonly group: string; readonly ward: string } | undefined {
  const at = entry.lastIndexOf('=');
  const [group, ward] = [entry.slice(0, Math.max(at, 0)).trim(), entry.slice(at + 1).trim()];
  return group === '' || ward === '' ? undefined : { group, ward };
}

export function mappingOf(config: GroupSettings): GroupMapping {
  const wardsOf = new Map<string, readonly string[]>();
  for (const entry of config.oidcWardGroups) {
    const named = wardGroupOf(entry);
    if (named !== undefined) wardsOf.set(named.group, [...(wardsOf.get(named.group) ?? []), named.ward]);
  }
  return {
    adminGroups: new Set(config.oidcAdminGroups),
    caregiverGroups: new Set(config.oidcCaregiverGroups),
    wardsOf,
  };
}

/** Names of groups are compared exactly. An admin's groups win over those of a caregiver. */
export function grantsOf(mapping: GroupMapping, groups: readonly string[]): Grants {
  const isIn = (wanted: ReadonlySet<string>) => groups.some((group) => wanted.has(group));
  const role = isIn(mapping.adminGroups) ? 'ADMIN' : isIn(mapping.caregiverGroups) ? 'CAREGIVER' : undefined;
  const wards = role === undefined ? [] : groups.flatMap((group) => mapping.wardsOf.get(group) ?? []);
  return { role, wards: [...new Set(wards)].sort() };
}
