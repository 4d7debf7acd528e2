import type { RequestHead } from '../head.ts';
import type { Params, RecordAuditLine } from '../route.ts';
import type { ConsoleFile } from './console-files.ts';
import type { Html } from './html.ts';

export interface PageCall {
  readonly head: RequestHead;
  readonly params: Params;
  /** The fields of a plain form; empty for any other body. */
  readonly form: URLSearchParams;
  /** Pages have no session: the handler names the actor in the entry. */
  readonly record: RecordAuditLine;
}

export type PageReply =
  | { readonly status: number; readonly html: Html }
  | { readonly status: number; readonly css: string }
  | { readonly status: number; readonly xml: string }
  | { readonly status: number; readonly text: string }
  | { readonly status: number; readonly file: ConsoleFile };

/** A row of the table of pages: for browsers, without a token and without JSON. All but hooks are outside `/api`. */
export interface Page {
  readonly method: 'GET' | 'POST';
  /** The path from the root, with `:name` for parameters. */
  readonly path: string;
  /** As for routes: `urgent` is for requests that bring help. */
  readonly limit: 'global' | 'urgent' | 'none';
  /** For browsers only: a client that asks for JSON gets the reply that it would get without a console. */
  readonly forBrowsers?: boolean;
  /**
   * Called by another system, which proves in its own way who it is: errors are JSON as in the API, and refusals are not
   * audited, because anyone can cause them.
   */
  readonly isHook?: true;
  readonly handle: (call: PageCall) => Promise<PageReply> | PageReply;
}
