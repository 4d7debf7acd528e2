// The progress line on a terminal; elsewhere there is none.

const EVERY_MS = 500;
const BAR = 6;
const WIPE = '\r\x1b[2K';

const out = process.stderr;
let timer: NodeJS.Timeout | undefined;
let chapter = '';
/** After a signal the work continues for a moment without output. */
let isOver = false;
let current:
  | { readonly what: string; readonly from: number; readonly seconds: number | undefined }
  | undefined;

/** Current activity, and its duration if known. */
export function doing(what: string, seconds?: number): void {
  current = { what, from: performance.now(), seconds };
  if (out.isTTY !== true || isOver) return;
  timer ??= setInterval(draw, EVERY_MS).unref();
  draw();
}

/** Part of the run that `doing` belongs to: "2/3 Vigil". */
export function inChapter(name: string): void {
  chapter = name;
}

/** Prints a permanent line. */
export function say(line: string): void {
  wipe();
  console.log(line);
}

export function endProgress(): void {
  isOver = true;
  clearInterval(timer);
  wipe();
  timer = undefined;
}

function wipe(): void {
  if (timer !== undefined) out.write(WIPE);
}

function draw(): void {
  if (current === undefined) return;
  const elapsed = (performance.now() - current.from) / 1000;
  out.write(WIPE + progressLine({ chapter, ...current, elapsed }, out.columns - 1));
}

export interface Moment {
  readonly chapter: string;
  readonly what: string;
  readonly elapsed: number;
  readonly seconds: number | undefined;
}

/** The progress comes first: a narrow terminal cuts the end of the line. */
export function progressLine({ chapter, what, elapsed, seconds }: Moment, width: number): string {
  const words = chapter === '' ? what : `${chapter}: ${what}`;
  return `${howFar(Math.floor(elapsed), seconds)} ${words}`.slice(0, width);
}

function howFar(elapsed: number, seconds: number | undefined): string {
  if (seconds === undefined) return `${elapsed} s`;
  const full = Math.round(Math.min(1, elapsed / seconds) * BAR);
  return `${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${elapsed} of ${seconds} s`;
}
