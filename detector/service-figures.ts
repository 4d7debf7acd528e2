import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { REACHES } from './levels.ts';
import { type Case, type Figures, figuresOf } from './metrics.ts';
import type { Sending } from './replay.ts';

/** Figures of a data set through the running service, and of the same weights in process. */
export interface ServiceFigures {
  readonly detector: string;
  readonly date: string;
  readonly data: string;
  readonly sending: Sending;
  readonly phases: number;
  readonly streams: number;
  /** Streams that alert in one and not in the other. */
  readonly otherwise: number;
  readonly service: Figures;
  readonly inProcess: Figures;
}

/** Kept between runs: `--through service` measures, the run in process writes docs/detection.md. */
const FILE = new URL('service-figures.json', import.meta.url);

export function readServiceFigures(detector: string): ServiceFigures[] {
  if (!existsSync(FILE)) return [];
  const all = JSON.parse(readFileSync(FILE, 'utf8')) as ServiceFigures[];
  return all.filter((one) => one.detector === detector);
}

/** Replaces earlier figures of the same way of sending, and all figures of other detectors. */
export function keepServiceFigures(figures: ServiceFigures): void {
  const others = readServiceFigures(figures.detector).filter(
    ({ data, sending }) => data !== figures.data || sending !== figures.sending,
  );
  const ordered = [...others, figures].sort((a, b) =>
    `${a.data} ${a.sending}`.localeCompare(`${b.data} ${b.sending}`),
  );
  writeFileSync(FILE, `${JSON.stringify(ordered, null, 2)}\n`);
}

/** Both lists have the same streams in the same order. */
export function compare(service: readonly Case[], inProcess: readonly Case[]) {
  const alerts = (one: Case | undefined) => REACHES.POTENTIAL(one?.confidence ?? 0);
  return {
    streams: service.length,
    otherwise: service.filter((one, i) => alerts(one) !== alerts(inProcess[i])).length,
    service: figuresOf(service),
    inProcess: figuresOf(inProcess),
  };
}
