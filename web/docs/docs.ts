import { localReferences } from './resolver.ts';

/** Global of swagger-ui-bundle.js, which loads first. */
declare const SwaggerUIBundle: (options: {
  readonly url: string;
  readonly dom_id: string;
  readonly deepLinking: boolean;
  readonly validatorUrl: null;
  readonly persistAuthorization: boolean;
  readonly defaultModelsExpandDepth: number;
  readonly plugins: readonly (() => object)[];
}) => unknown;

SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  // No requests to other hosts, not even to a validator.
  validatorUrl: null,
  // The browser's storage must not hold tokens.
  persistAuthorization: false,
  // No list of every schema at the end: each is shown where it is used.
  defaultModelsExpandDepth: -1,
  plugins: [localReferences],
});
