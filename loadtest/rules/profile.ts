/** The used part of a V8 CPU profile. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
}

export interface Share {
  readonly name: string;
  /** Share of the time in which the thread was not idle. */
  readonly percent: number;
}

const IDLE = '(idle)';

/** Assigns functions to components; the first match counts. */
const PARTS: readonly { readonly name: string; readonly names?: RegExp; readonly files?: RegExp }[] = [
  { name: 'garbage collection', names: /^\(garbage collector\)$/ },
  {
    name: 'writes to sockets (system calls)',
    names: /^(writeBuffer|writev|writeUtf8String|writeLatin1String)$/,
  },
  { name: 'parsing JSON', files: /\/src\/platform\/schema\/json\.js$/ },
  { name: 'handing batches to scoring threads', files: /\/(piscina|src\/readings\/scoring)\// },
  {
    name: 'the stream: checks, schedule, windows, answers',
    files: /\/src\/(readings\/(?!mqtt|scoring|store)|platform\/(schema|metrics)|devices|notify\/levels)/,
  },
  {
    name: 'encoding rows and group commit',
    files: /\/(src\/(platform\/database|\w+\/store)|pg|pg-protocol|pg-pool)\//,
  },
  {
    name: 'our side of the transports',
    files: /\/src\/(platform\/(http|ws|mqtt)|live\/(mqtt|socket)|readings\/mqtt)\//,
  },
  { name: 'Aedes and its parser', files: /\/(aedes|mqtt-packet|aedes-packet|mqemitter|bl)\// },
  { name: "Node's streams, sockets and timers", files: /^node:/ },
  { name: 'other libraries', files: /\/node_modules\// },
];

/** Profile between two times, in milliseconds since its start. */
export function sharesOf(profile: CpuProfile, fromMs: number, toMs: number): Share[] {
  const { nodes, samples, timeDeltas } = profile;
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const spent = new Map<string, number>();
  let busy = 0;
  let us = 0;
  for (const [i, id] of samples.entries()) {
    const delta = timeDeltas[i] ?? 0;
    us += delta;
    const frame = frames.get(id);
    if (frame === undefined || frame.functionName === IDLE || us < fromMs * 1000 || us > toMs * 1000)
      continue;
    const part = partOf(frame.functionName, frame.url);
    busy += delta;
    spent.set(part, (spent.get(part) ?? 0) + delta);
  }
  return [...spent]
    .map(([name, time]) => ({ name, percent: (100 * time) / busy }))
    .sort((a, b) => b.percent - a.percent);
}

function partOf(functionName: string, url: string): string {
  const found = PARTS.find(
    ({ names, files }) => (names?.test(functionName) ?? false) || (url !== '' && (files?.test(url) ?? false)),
  );
  return found?.name ?? 'native code and everything else';
}
