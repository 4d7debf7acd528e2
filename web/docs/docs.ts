/** Of swagger-ui-bundle.js, which is loaded before. */
declare const SwaggerUIBundle: (options: {
  readonly url: string;
  readonly dom_id: string;
  readonly deepLinking: boolean;
  readonly validatorUrl: null;
  readonly persistAuthorization: boolean;
  readonly defaultModelsExpandDepth: number;
}) => unknown;

SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  // No other host is asked, not even whether the document is valid.
  validatorUrl: null,
  // A token must not lie in the browser's storage.
  persistAuthorization: false,
  // No list of every schema at the end: each is shown where it is used.
  defaultModelsExpandDepth: -1,
});

export {};
