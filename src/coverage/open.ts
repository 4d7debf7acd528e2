import type { Running } from '../platform/module.ts';
import { type CoverageRouteDeps, coverageRoute } from './routes.ts';
import { createCoverageWriter, type WriterDeps } from './writer.ts';

interface OpenDeps extends WriterDeps, CoverageRouteDeps {
  readonly closeLater: (name: string, close: () => Promise<void>) => void;
}

export function openCoverage(deps: OpenDeps): Running {
  const writer = createCoverageWriter(deps);
  deps.closeLater('coverage', () => writer.close());
  return { routes: [coverageRoute({ ...deps, writer })] };
}
