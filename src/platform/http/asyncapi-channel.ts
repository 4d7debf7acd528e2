import type { TSchema } from 'typebox';

/** A channel of the AsyncAPI document; one entry per kind of address. */
export interface AsyncApiChannel {
  /** Key for references inside the document. */
  readonly name: string;
  /** The document's server that has the channel. */
  readonly server: 'websocket' | 'mqtt';
  readonly address: string;
  readonly title: string;
  readonly description: string;
  /** `{name}` in the address → its description. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Protocol-specific: AsyncAPI's `bindings`. */
  readonly bindings?: object;
  readonly messages: readonly AsyncApiMessage[];
}

export interface AsyncApiMessage {
  readonly name: string;
  /** From the service's point of view. */
  readonly direction: 'send' | 'receive';
  readonly summary: string;
  readonly payload: TSchema;
  /** Protocol-specific: AsyncAPI's `bindings`. */
  readonly bindings?: object;
  /** The replies to a message that the service receives. */
  readonly reply?: {
    readonly channel: string;
    readonly messages: readonly string[];
  };
}
