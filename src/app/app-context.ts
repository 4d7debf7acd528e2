import type { Module } from '../platform/module.ts';
import type { IsLasting } from '../response/store/alerts.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import type { Storage } from './database.ts';

/** All parts of the running service, by name: the functions of the manifests take what they need of it. */
export type AppContext = Context & Storage;

/** What there is before anything is opened. */
export interface EarlyContext {
  readonly config: Config;
  readonly isLasting: IsLasting;
}

export type AppModule = Module<AppContext, EarlyContext>;
