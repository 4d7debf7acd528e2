import type { Bundle, FhirResource } from 'fhir/r4.js';
import { type Cursor, cursorText } from './search/request.ts';

/** A page of a search. */
export interface Found {
  readonly resources: readonly FhirResource[];
  /** Undefined on the last page. */
  readonly next: Cursor | undefined;
  /** What the caller should know about the search. */
  readonly hint?: string | undefined;
}

/** docs/fhir.md, "Pages". */
export function searchset(
  base: string,
  type: string,
  given: URLSearchParams,
  { resources, next, hint }: Found,
): Bundle {
  const linkTo = (parameters: URLSearchParams): string =>
    [`${base}/${type}`, parameters.toString()].filter(Boolean).join('?');
  const entry: Bundle['entry'] = resources.map((resource) => ({
    fullUrl: `${base}/${resource.resourceType}/${resource.id}`,
    resource,
    search: { mode: 'match' },
  }));
  if (hint !== undefined) entry.push({ resource: hintOf(hint), search: { mode: 'outcome' } });
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    link: [
      { relation: 'self', url: linkTo(given) },
      ...(next ? [{ relation: 'next', url: linkTo(continued(given, next)) }] : []),
    ],
    // An empty list is not valid.
    ...(entry.length > 0 && { entry }),
  };
}

function continued(given: URLSearchParams, next: Cursor): URLSearchParams {
  const parameters = new URLSearchParams(given);
  parameters.set('_cursor', cursorText(next));
  return parameters;
}

const hintOf = (diagnostics: string): FhirResource => ({
  resourceType: 'OperationOutcome',
  issue: [{ severity: 'information', code: 'informational', diagnostics }],
});
