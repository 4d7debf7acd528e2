import type { Moment } from './seconds.ts';

/** Browsers that ask the user for the sensor, and only at a press: Safari on iOS; Chromium has the function, too. */
interface AskingForMotion {
  requestPermission?(): Promise<string>;
}

/** iPads call themselves Macs, which have no touch screen. */
const isIos = (): boolean =>
  /iP(?:hone|ad|od)/.test(navigator.userAgent) ||
  (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** True where the sensor needs a press after each load of the page. */
export const needsPress = isIos;

/** False if the user, or the browser's settings, refuse the sensor. It may speak all the same: Chromium's answer is no rule. */
export async function askForSensor(): Promise<boolean> {
  const { DeviceMotionEvent: asking } = globalThis as { DeviceMotionEvent?: AskingForMotion };
  try {
    return ((await asking?.requestPermission?.()) ?? 'granted') === 'granted';
  } catch {
    return false;
  }
}

/** Calls back for each event of the sensor that has values; returns how to stop. A browser without a sensor sends one of nulls. */
export function listen(onMoment: (moment: Moment) => void): () => void {
  // Safari on iOS gives the opposite sign of the specification and of Android: a phone on its back reads z = -9.8 there.
  // https://www.w3.org/TR/orientation-event/#devicemotion
  const gravity = isIos() ? -1 : 1;
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
