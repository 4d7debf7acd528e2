import type { Call } from '../response/caregiver.ts';
import type { Errand, Press } from '../response/habits.ts';

/** A scripted fall that does not depend on chance. */
interface Scene {
  readonly press?: Press;
  readonly ending?: Errand['ending'];
}

/** An OK counts until the next reading makes the detector certain. */
const SCENES: readonly Scene[] = [
  { ending: 'resolve' },
  { press: { answer: 'ok', afterS: 0.3 } },
  { press: { answer: 'help', afterS: 2 }, ending: 'hand-off' },
];

export interface Opening {
  /** Undefined if chance decides; `'none'` if the wearer lies still. */
  pressOf(patientName: string): Press | 'none' | undefined;
  endingOf(call: Call): Errand['ending'] | undefined;
}

/** The first falls show one of each scene, so that two minutes show everything; after that, chance decides. */
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
