import type { Params, RecordAuditLine } from '../route.ts';
import type { Html } from './html.ts';

export interface PageCall {
  readonly params: Params;
  /** Pages know no sessions: who acts is said by whoever records it. */
  readonly record: RecordAuditLine;
}

export type PageAnswer =
  | { readonly status: number; readonly html: Html }
  | { readonly status: number; readonly css: string };

/** A row of what is served outside `/api`: for people with a browser, without a token and without JSON. */
export interface Page {
  readonly method: 'GET' | 'POST';
  /** From the root, with `:name` for parameters. */
  readonly path: string;
  /** As of routes: `urgent` is for what brings help. */
  readonly limit: 'urgent' | 'none';
  readonly handle: (call: PageCall) => Promise<PageAnswer> | PageAnswer;
}
