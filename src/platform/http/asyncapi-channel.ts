import type { TSchema } from 'typebox';

/** A channel of the AsyncAPI document; one entry for each kind of address. */
export interface AsyncApiChannel {
  /** Key for references inside the document. */
  readonly name: string;
  /** Which of the document's servers has it. */
  readonly server: 'websocket' | 'mqtt';
  readonly address: string;
  readonly title: string;
  readonly description: string;
  /** `{name}` in the address → what it stands for. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** What is particular to the protocol: AsyncAPI's `bindings`. */
  readonly bindings?: object;
  readonly messages: readonly AsyncApiMessage[];
}

export interface AsyncApiMessage {
  readonly name: string;
  /** From the service's point of view. */
  readonly direction: 'send' | 'receive';
  readonly summary: string;
  readonly payload: TSchema;
}
