import type { Call } from '../response/caregiver.ts';
import type { Errand, Press } from '../response/habits.ts';

/** What is to be seen of one fall, whatever chance would have done. */
interface Scene {
  readonly press?: Press;
  readonly ending?: Errand['ending'];
}

/** An OK counts until the next reading makes the wearable certain. */
const SCENES: readonly Scene[] = [
  { ending: 'resolve' },
  { press: { answer: 'ok', afterS: 0.3 } },
  { press: { answer: 'help', afterS: 2 }, ending: 'hand-off' },
];

export interface Opening {
  /** Undefined where chance decides; `'none'` where the wearer lies still. */
  pressOf(patientName: string): Press | 'none' | undefined;
  endingOf(call: Call): Errand['ending'] | undefined;
}

/** The first to fall show one of each, so that two minutes are enough to have seen it all; then chance decides. */
export function createOpening(namesInTurn: readonly string[]): Opening {
  const scenes = new Map(SCENES.map((scene, turn) => [namesInTurn[turn], scene]));
  const pressed = new Set<string>();
  const fallOf = new Map<string, string>();
  return {
    pressOf(patientName) {
      const scene = scenes.get(patientName);
      if (scene === undefined || pressed.has(patientName)) return undefined;
      pressed.add(patientName);
      return scene.press ?? 'none';
    },
    endingOf({ fallId, patientName }) {
      if (!fallOf.has(patientName)) fallOf.set(patientName, fallId);
      return fallOf.get(patientName) === fallId ? scenes.get(patientName)?.ending : undefined;
    },
  };
}
