import { render } from 'preact';
import { keepAwake } from '../state/wake-lock.ts';
import { Station } from './page.tsx';
import { startSound } from './sound.ts';
import { start } from './state.ts';

/** The page `/station`: a shared tablet, without a session and without the rest of the console. */
export function startStation(root: HTMLElement): void {
  startSound();
  render(<Station />, root);
  void start();
  void keepAwake();
}
