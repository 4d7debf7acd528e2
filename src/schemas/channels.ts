import type { TSchema } from 'typebox';

/** A place where messages pass, as the AsyncAPI document describes it; one entry for each kind of address. */
export interface Channel {
  /** A word for references inside the document. */
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
  readonly messages: readonly ChannelMessage[];
}

export interface ChannelMessage {
  readonly name: string;
  /** As the service sees it. */
  readonly direction: 'send' | 'receive';
  readonly summary: string;
  readonly payload: TSchema;
}
