import type { Moment } from './seconds.ts';

/** Safari on iOS, which asks the user, and only at a press. */
interface AskingForMotion {
  requestPermission?(): Promise<'granted' | 'denied'>;
}

const asking = (): AskingForMotion | undefined =>
  (globalThis as { DeviceMotionEvent?: AskingForMotion }).DeviceMotionEvent;

/** True where the sensor needs a press after each load of the page. */
export const needsPress = (): boolean => asking()?.requestPermission !== undefined;

/** False if the user, or the browser's settings, refuse the sensor. */
export async function mayListen(): Promise<boolean> {
  try {
    return ((await asking()?.requestPermission?.()) ?? 'granted') === 'granted';
  } catch {
    return false;
  }
}

/**
 * Safari on iOS gives the acceleration with the opposite sign of the specification and of Android: a phone that lies on its back
 * reads z = -9.8. https://www.w3.org/TR/orientation-event/#devicemotion
 */
const sign = (): 1 | -1 => (needsPress() ? -1 : 1);

/** Calls back for each event of the sensor that has values; returns how to stop. A browser without a sensor sends one of nulls. */
export function listen(onMoment: (moment: Moment) => void): () => void {
  const gravity = sign();
  const hear = ({ accelerationIncludingGravity: a, rotationRate: turn, timeStamp }: DeviceMotionEvent) => {
    if (a?.x == null || a.y == null || a.z == null) return;
    const rotation =
      turn?.alpha == null || turn.beta == null || turn.gamma == null
        ? undefined
        : ([turn.alpha, turn.beta, turn.gamma] as const);
    onMoment({ at: timeStamp, acceleration: [gravity * a.x, gravity * a.y, gravity * a.z], rotation });
  };
  addEventListener('devicemotion', hear);
  return () => removeEventListener('devicemotion', hear);
}
