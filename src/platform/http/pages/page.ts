import type { RequestHead } from '../head.ts';
import type { Params, RecordAuditLine } from '../route.ts';
import type { ConsoleFile } from './console-files.ts';
import type { Html } from './html.ts';

export interface PageCall {
  readonly head: RequestHead;
  readonly params: Params;
  /** Pages know no sessions: who acts is said by whoever records it. */
  readonly record: RecordAuditLine;
}

export type PageReply =
  | { readonly status: number; readonly html: Html }
  | { readonly status: number; readonly css: string }
  | { readonly status: number; readonly file: ConsoleFile };

/** A row of what is served outside `/api`: for people with a browser, without a token and without JSON. */
export interface Page {
  readonly method: 'GET' | 'POST';
  /** From the root, with `:name` for parameters. */
  readonly path: string;
  /** As of routes: `urgent` is for what brings help. */
  readonly limit: 'global' | 'urgent' | 'none';
  /** Whoever asks for JSON is no browser, and gets what they got before there was a console. */
  readonly forBrowsers?: boolean;
  readonly handle: (call: PageCall) => Promise<PageReply> | PageReply;
}
