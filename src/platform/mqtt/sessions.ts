import type { Outgoing, Subscription } from './broker.ts';

/** Sessions of MQTT 5, whose start and end CONNECT and DISCONNECT choose. */
export interface SessionLifetimes {
  /** Ends the client's session if it asks for a new one; returns whether it resumes one. Expiry in seconds. */
  begin(clientId: string, asked: { readonly isNew: boolean; readonly expiry: number }): Promise<boolean>;
  /** The client has disconnected: its session ends after this many seconds. */
  leave(clientId: string, expiry: number): void;
}

/** Sessions that outlive their connections, as the broker uses them. */
export interface Sessions extends SessionLifetimes {
  /** Creates the session if there is none. */
  open(clientId: string): void;
  end(clientId: string): void;
  /** Ends the sessions of MQTT 5 whose time is over. */
  endExpired(): void;

  subscribe(clientId: string, granted: readonly Subscription[]): Promise<void>;
  unsubscribe(clientId: string, filters: readonly string[]): void;
  /** Called when the client reconnects. */
  subscriptionsOf(clientId: string): Promise<Subscription[]>;
  subscribersOf(topic: string): Subscription[];

  enqueue(clientId: string, message: Outgoing): void;
  /** The message is being sent with this message identifier. */
  sending(clientId: string, message: Outgoing): void;
  /** The message that was acknowledged, if it was known. */
  acknowledge(clientId: string, messageId: number): Outgoing | undefined;
  /** Saves a stream for clients that have nothing waiting. */
  mayHaveWaiting(clientId: string): boolean;
  waitingFor(clientId: string): AsyncIterable<Outgoing>;
}
