// Made by `npm run client` from src/notify/channels/kinds.ts; not to be edited.
import type { components } from './api.ts';

export type ChannelKind = components['schemas']['ChannelKind'];

/** A field of a new channel that a person fills in. */
export interface ChannelField {
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'url' | 'email' | 'tel';
  readonly initial?: string;
  readonly required: boolean;
}

export interface ChannelKindForm {
  readonly label: string;
  readonly fields: readonly ChannelField[];
  /** The target's fields in a listed channel. */
  readonly shown: readonly string[];
}

/** The kinds of channels, in the order in which to offer them. */
export const CHANNEL_KINDS: Readonly<Record<ChannelKind, ChannelKindForm>> = {
  "webpush": {
    "label": "Web Push",
    "fields": [],
    "shown": [
      "endpoint"
    ]
  },
  "email": {
    "label": "E-mail",
    "fields": [
      {
        "name": "address",
        "label": "E-mail address",
        "type": "email",
        "required": true
      }
    ],
    "shown": [
      "address"
    ]
  },
  "ntfy": {
    "label": "ntfy",
    "fields": [
      {
        "name": "url",
        "label": "Server URL",
        "type": "url",
        "initial": "https://ntfy.sh",
        "required": true
      },
      {
        "name": "topic",
        "label": "Topic",
        "type": "text",
        "required": true
      },
      {
        "name": "token",
        "label": "Access token (optional)",
        "type": "text",
        "required": false
      }
    ],
    "shown": [
      "url",
      "topic"
    ]
  },
  "webhook": {
    "label": "Webhook",
    "fields": [
      {
        "name": "url",
        "label": "URL",
        "type": "url",
        "required": true
      }
    ],
    "shown": [
      "url"
    ]
  },
  "sms": {
    "label": "SMS",
    "fields": [
      {
        "name": "number",
        "label": "Phone number",
        "type": "tel",
        "required": true
      }
    ],
    "shown": [
      "number"
    ]
  },
  "call": {
    "label": "Calls",
    "fields": [
      {
        "name": "number",
        "label": "Phone number",
        "type": "tel",
        "required": true
      }
    ],
    "shown": [
      "number"
    ]
  },
  "pager": {
    "label": "Pager",
    "fields": [
      {
        "name": "number",
        "label": "Number",
        "type": "tel",
        "required": true
      }
    ],
    "shown": [
      "number"
    ]
  }
};
