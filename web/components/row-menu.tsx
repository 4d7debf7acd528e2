import { useId, useRef, useState } from 'preact/hooks';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

export interface Action {
  readonly text: string;
  readonly onPress: () => unknown;
  /** It cannot be undone, or stops an alarm: last, and apart from the others. */
  readonly isFinal?: boolean;
}

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => (at === last ? 0 : at + 1),
  ArrowUp: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * The actions of a row: a button if there is one, a menu if there are several. The browser's popover is above everything,
 * closes on Escape and on a press outside, and gives the focus back.
 */
export function RowMenu({
  label,
  actions,
  describedBy,
}: {
  readonly label: string;
  readonly actions: readonly Action[];
  /** Id of the element that names the row. */
  readonly describedBy: string;
}) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [only, ...others] = actions;
  if (only === undefined) return null;
  if (others.length === 0)
    return (
      <Button kind="quiet" describedBy={describedBy} onPress={only.onPress}>
        {only.text}
      </Button>
    );
  const items = (): readonly HTMLElement[] => [
    ...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
  ];
  const toggled = ({ newState }: Pick<ToggleEvent, 'newState'>) => {
    setOpen(newState === 'open');
    if (newState !== 'open') return;
    if (menu.current !== null && button.current !== null) place(menu.current, button.current);
    items()[0]?.focus({ preventScroll: true });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Tab') menu.current?.hidePopover();
    const all = items();
    const focused = document.activeElement;
    const at = focused instanceof HTMLElement ? all.indexOf(focused) : 0;
    const next = STEPS[event.key]?.(at, all.length - 1);
    if (next === undefined) return;
    event.preventDefault();
    all[next]?.focus();
  };
  const final = actions.filter(({ isFinal }) => isFinal === true);
  return (
    <div class="row-menu">
      <button
        type="button"
        ref={button}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        aria-describedby={describedBy}
      >
        <Icon name="more" />
      </button>
      <div
        id={id}
        ref={menu}
        class="menu-items"
        popover="auto"
        role="menu"
        aria-label={label}
        onToggle={toggled}
        onKeyDown={press}
      >
        {[...actions.filter((action) => !final.includes(action)), ...final].map((action) => (
          <button
            key={action.text}
            type="button"
            role="menuitem"
            tabIndex={-1}
            class={action.isFinal ? 'final' : undefined}
            onClick={() => {
              menu.current?.hidePopover();
              action.onPress();
            }}
          >
            {action.text}
          </button>
        ))}
      </div>
    </div>
  );
}

/** Below the button, or above it where the window ends; in the coordinates of the page, so that it scrolls with its row. */
function place({ style, offsetHeight }: HTMLElement, button: HTMLElement): void {
  const { top, bottom, right } = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const isAbove = bottom + offsetHeight > clientHeight && top > offsetHeight;
  style.top = `${scrollY + (isAbove ? top - offsetHeight : bottom)}px`;
  style.right = `${clientWidth - right}px`;
}
