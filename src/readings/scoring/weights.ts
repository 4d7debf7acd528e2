import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Knots } from './calibration.ts';
import type { Layer } from './network.ts';
import type { NetworkName } from './window.ts';

const EncodedLayer = Type.Object({
  kernel: Type.Integer({ minimum: 1 }),
  width: Type.Integer({ minimum: 1 }),
  out: Type.Integer({ minimum: 1 }),
  pooled: Type.Boolean(),
  weights: Type.Object({ step: Type.Number(), data: Type.String() }),
  bias: Type.String(),
});
const EncodedNetwork = Type.Object({
  typical: Type.String(),
  scale: Type.String(),
  layers: Type.Array(EncodedLayer, { minItems: 1 }),
  knots: Type.Array(Type.Tuple([Type.Number(), Type.Number()]), { minItems: 2 }),
});
const EncodedNetworks = Type.Object({
  reading: EncodedNetwork,
  samples: EncodedNetwork,
  'reading-nogyro': EncodedNetwork,
  'samples-nogyro': EncodedNetwork,
});
/** The file that training/train.py writes; its figures are for people to read. */
const WeightsFile = Type.Object({ version: Type.String(), networks: EncodedNetworks });

export interface NetworkWeights {
  /** The network's input for a typical impact, and its scale; the scale is empty if the input is not standardised. */
  readonly typical: Float64Array;
  readonly scale: Float64Array;
  readonly layers: readonly Layer[];
  readonly knots: Knots;
}

export interface DetectorWeights {
  readonly version: string;
  readonly networks: Readonly<Record<NetworkName, NetworkWeights>>;
}

/** Throws a readable error if the file is not a weights file of Vigil. */
export function readWeights(path: string | URL): DetectorWeights {
  return parseWeights(JSON.parse(readFileSync(path, 'utf8')));
}

export function parseWeights(content: unknown): DetectorWeights {
  if (!Value.Check(WeightsFile, content)) throw new Error('not a file of detector weights');
  const { version, networks } = content;
  return {
    version,
    networks: {
      reading: decodeNetwork(networks.reading),
      samples: decodeNetwork(networks.samples),
      'reading-nogyro': decodeNetwork(networks['reading-nogyro']),
      'samples-nogyro': decodeNetwork(networks['samples-nogyro']),
    },
  };
}

function decodeNetwork({
  typical,
  scale,
  layers,
  knots,
}: Type.Static<typeof EncodedNetwork>): NetworkWeights {
  return { typical: floats(typical), scale: floats(scale), layers: layers.map(decodeLayer), knots };
}

/** Weights are stored as integer multiples of a step: small, and exactly the values that were evaluated. */
function decodeLayer({ weights, bias, ...shape }: Type.Static<typeof EncodedLayer>): Layer {
  const { step, data } = weights;
  const numbers = new Int16Array(bytes(data));
  if (numbers.length !== shape.kernel * shape.width * shape.out)
    throw new Error('detector weights of the wrong size');
  return { ...shape, weights: Float64Array.from(numbers, (number) => number * step), bias: floats(bias) };
}

const bytes = (text: string): ArrayBuffer => new Uint8Array(Buffer.from(text, 'base64')).buffer;
const floats = (text: string): Float64Array => Float64Array.from(new Float32Array(bytes(text)));

/** The weights that ship with Vigil. */
export const WEIGHTS: DetectorWeights = readWeights(new URL('./weights.json', import.meta.url));
