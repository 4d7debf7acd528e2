/** Formats of the organisation's webhooks besides Vigil's own JSON. */
export const WEBHOOK_FORMATS = ['fhir'] as const;

export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];
