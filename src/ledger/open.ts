import type { Running } from '../platform/module.ts';
import type { FallVerifier } from '../response/vocabulary.ts';
import { createLedger, type LedgerDeps } from './ledger.ts';
import { ledgerRoute } from './routes.ts';

interface OpenDeps extends Omit<LedgerDeps, 'shadowVerifier'> {
  readonly config: { readonly detectorShadow?: string | undefined };
  readonly createFallVerifier: (weightsFile?: string) => FallVerifier;
  readonly closeLater: (name: string, close: () => Promise<void>) => void;
}

export function openLedger(deps: OpenDeps): Running {
  const { db, now, config, createFallVerifier, closeLater } = deps;
  const ledger = createLedger({ ...deps, shadowVerifier: createFallVerifier(config.detectorShadow) });
  closeLater('ledger', () => ledger.close());
  return { routes: [ledgerRoute({ db, ledger, now })] };
}
