import type { TObject } from 'typebox';
import { Failure } from '../../schema/envelope.ts';
import { LIMITS, type LimitClass } from '../rate-limits.ts';
import type { Components } from './components.ts';
import { exampleOf } from './examples.ts';
import { FAILURES, type FailureStatus } from './failures.ts';
import { headersOf } from './headers.ts';
import { queryParametersOf } from './parameters.ts';
import { tagOf } from './tags.ts';

/** What the document says about a hook: an address that another system calls with a signed form. */
export interface HookDescription {
  readonly operation: string;
  /** Below `/api`. */
  readonly path: string;
  readonly limit: LimitClass;
  readonly summary: string;
  readonly query: TObject;
  readonly form: TObject;
  readonly reply: { readonly mediaType: string; readonly description: string };
  /** The header that proves who calls. */
  readonly signature: { readonly name: string; readonly description: string };
}

/** One for all hooks: `security` names it. */
export const signatureScheme = (hooks: readonly HookDescription[]) => {
  const [hook] = hooks;
  return hook && { signature: { type: 'apiKey', in: 'header', ...hook.signature } };
};

const HOOK_FAILURES: readonly FailureStatus[] = [403, 413, 500, 503];
const WRONG_SIGNATURE = {
  description: 'The signature is missing or wrong, or no gateway is configured',
  error: 'The signature is missing or wrong',
  code: 'SIGNATURE_WRONG',
} as const;

export function hookOperation(hook: HookDescription, components: Components) {
  const { operation, summary, limit, query, form, reply } = hook;
  return {
    operationId: operation,
    tags: [tagOf(hook)],
    summary,
    description: `Needs no token, but a signature. ${LIMITS[limit].description}`,
    security: [{ signature: [] }],
    parameters: queryParametersOf(query, components),
    requestBody: {
      required: true,
      content: {
        'application/x-www-form-urlencoded': {
          schema: components.refer(form),
          example: exampleOf(form, 'all'),
        },
      },
    },
    responses: {
      200: {
        description: reply.description,
        headers: headersOf({ limit }, 200),
        content: { [reply.mediaType]: { schema: { type: 'string' } } },
      },
      ...Object.fromEntries(HOOK_FAILURES.map((status) => [status, failure(limit, status, components)])),
    },
  };
}

function failure(limit: LimitClass, status: FailureStatus, components: Components) {
  const { description, error, code } = status === 403 ? WRONG_SIGNATURE : FAILURES[status];
  return {
    description,
    headers: headersOf({ limit }, status),
    content: {
      'application/json': { schema: components.refer(Failure), example: { success: false, error, code } },
    },
  };
}
