/** From here on a press is a drag. */
const SLACK_PX = 6;

const placeUnder = ({ clientX, clientY }: PointerEvent): HTMLElement | null =>
  document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-place]') ?? null;

/**
 * Follows a press on a block until it is dropped on an element with `data-place`, by mouse or pen: a finger scrolls, and opens
 * the block's dialog by a tap. The place under the pointer has `data-over`. Escape ends the drag. Pointer events, as Firefox
 * drags no buttons by itself.
 */
export function startDrag(press: PointerEvent, drop: (place: HTMLElement) => void): void {
  const block = press.currentTarget;
  if (press.pointerType === 'touch' || press.button !== 0 || !(block instanceof HTMLElement)) return;
  const stop = new AbortController();
  const { signal } = stop;
  let ghost: HTMLElement | undefined;
  let over: HTMLElement | null = null;
  const enter = (place: HTMLElement | null) => {
    over?.removeAttribute('data-over');
    place?.setAttribute('data-over', '');
    over = place;
  };
  const end = () => {
    enter(null);
    ghost?.remove();
    stop.abort();
  };
  const move = (event: PointerEvent) => {
    const [x, y] = [event.clientX - press.clientX, event.clientY - press.clientY];
    if (ghost === undefined) {
      if (Math.hypot(x, y) < SLACK_PX) return;
      ghost = ghostOf(block);
      block.setPointerCapture(press.pointerId);
    }
    ghost.style.translate = `${x}px ${y}px`;
    enter(placeUnder(event));
  };
  const release = () => {
    const place = over;
    if (ghost !== undefined) swallowClick(block);
    end();
    if (place !== null) drop(place);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape') end();
  };
  document.addEventListener('pointermove', move, { signal });
  document.addEventListener('pointerup', release, { signal });
  document.addEventListener('pointercancel', end, { signal });
  document.addEventListener('keydown', key, { signal });
}

/** A picture of the block at its place, which follows the pointer. */
function ghostOf(block: HTMLElement): HTMLElement {
  const { left, top, width } = block.getBoundingClientRect();
  const ghost = block.cloneNode(true) as HTMLElement;
  ghost.classList.add('ghost');
  ghost.inert = true;
  Object.assign(ghost.style, { left: `${left}px`, top: `${top}px`, width: `${width}px` });
  document.body.append(ghost);
  return ghost;
}

/** The browser makes a click of the release of a captured pointer; it comes before the next task. */
function swallowClick(block: HTMLElement): void {
  const stop = new AbortController();
  const swallow = (event: Event) => event.stopImmediatePropagation();
  block.addEventListener('click', swallow, { capture: true, signal: stop.signal });
  setTimeout(() => stop.abort());
}
