import { useEffect, useRef } from 'preact/hooks';
import { wear as text } from '../text/en/wear.ts';

/** About ten seconds at 60 Hz. */
const LENGTH = 600;
/** m/s² at the top of the picture. */
const TOP = 40;

/** |a| of the last moments. */
const values = new Float32Array(LENGTH);
let count = 0;

export function addToTrace([x, y, z]: readonly [number, number, number]): void {
  values[count % LENGTH] = Math.hypot(x, y, z);
  count += 1;
}

/** A line of what the phone senses. */
export function Trace() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let drawn = -1;
    let frame = requestAnimationFrame(function next() {
      if (count !== drawn && canvas.current !== null) draw(canvas.current);
      drawn = count;
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <canvas ref={canvas} class="wear-trace" width={LENGTH} height={96} role="img" aria-label={text.trace} />
  );
}

function draw(canvas: HTMLCanvasElement): void {
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  const { width, height } = canvas;
  pen.clearRect(0, 0, width, height);
  pen.strokeStyle = getComputedStyle(canvas).color;
  pen.lineWidth = 2;
  pen.beginPath();
  const known = Math.min(count, LENGTH);
  for (let place = 0; place < known; place += 1) {
    const value = values[(count - known + place) % LENGTH] ?? 0;
    pen.lineTo(width - known + place, height - 2 - (Math.min(TOP, value) / TOP) * (height - 4));
  }
  pen.stroke();
}
