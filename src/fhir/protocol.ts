import type { OperationOutcome, OperationOutcomeIssue } from 'fhir/r4.js';
import type { ErrorCode, ErrorStatus } from '../platform/error-codes.ts';
import { AppError } from '../platform/errors.ts';
import type { Protocol } from '../platform/http/protocol.ts';

/** docs/fhir.md: the FHIR R4 interface, read-only. */
export const FHIR: Protocol = { base: '/fhir', profile: 'fhir', requireAccepted, failure: outcomeOf };

export const FHIR_JSON = 'application/fhir+json';

/** Media types and ranges that this interface can send, as `Accept` and `_format` write them. */
const ACCEPTED: ReadonlySet<string> = new Set([
  FHIR_JSON,
  'application/json',
  'text/json',
  'application/*',
  '*/*',
]);
const FORMATS: ReadonlySet<string> = new Set(['json', FHIR_JSON, 'application/json', 'text/json']);

/** `_format` decides before `Accept`, as the standard asks; in a URL its `+` reads as a space. */
function requireAccepted({ accept, query }: { readonly accept: string; readonly query: string }): void {
  const format = new URLSearchParams(query).get('_format');
  const isAccepted =
    format === null
      ? accept === '' || accept.split(',').some(isAcceptedRange)
      : FORMATS.has(format.toLowerCase().replace(' ', '+'));
  if (!isAccepted) throw new AppError('NOT_ACCEPTABLE', `Answers are ${FHIR_JSON} only`);
}

function isAcceptedRange(range: string): boolean {
  const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const parameterOf = (key: string): string | undefined =>
    parameters.find((parameter) => parameter.startsWith(`${key}=`))?.slice(key.length + 1);
  const version = parameterOf('fhirversion') ?? '4.0';
  return ACCEPTED.has(name) && Number(parameterOf('q') ?? 1) !== 0 && /^4\.0(\.1)?$/.test(version);
}

/** http://hl7.org/fhir/issue-type */
const ISSUE_TYPES: Partial<Record<ErrorStatus, OperationOutcomeIssue['code']>> = {
  400: 'invalid',
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  405: 'not-supported',
  406: 'not-supported',
  409: 'conflict',
  429: 'throttled',
  503: 'transient',
};

/** One issue, or one for each parameter that is wrong. */
function outcomeOf({ status, code, message, details }: AppError): OperationOutcome {
  const issue = (diagnostics: string): OperationOutcomeIssue => ({
    severity: 'error',
    code: ISSUE_TYPES[status] ?? 'exception',
    details: { coding: [{ code: code satisfies ErrorCode }], text: message },
    diagnostics,
  });
  const wrong = Object.entries(details ?? {});
  return {
    resourceType: 'OperationOutcome',
    issue:
      wrong.length === 0 ? [issue(message)] : wrong.map(([name, problem]) => issue(`${name} ${problem}`)),
  };
}
