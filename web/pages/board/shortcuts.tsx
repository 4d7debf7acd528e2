import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { hasMovedOn } from '../../state/alert-order.ts';
import { falls, ownClaims } from '../../state/falls.ts';
import { type Command, commandOf, KEYS } from '../../state/shortcut-keys.ts';
import { areShortcutsOn, isHelpOpen, turnShortcuts } from '../../state/shortcuts.ts';
import { showToast } from '../../state/toasts.ts';
import { board } from '../../text/en/board.ts';
import { common } from '../../text/en/common.ts';
import { ResolveDialog } from './resolve-dialog.tsx';

const { shortcuts: words } = board;

const cards = (): readonly HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('.cards > [data-key]'),
];
const focusedCard = (): HTMLElement | undefined =>
  document.activeElement?.closest<HTMLElement>('.cards > [data-key]') ?? undefined;

/** The element of a card that takes the focus: "I'm going", or the row of a claim. */
const mainOf = (card: HTMLElement | undefined): HTMLElement | null | undefined =>
  card?.querySelector<HTMLElement>('.actions .urgent, .claimed-row') ?? card?.querySelector('a, button');

/** Letters belong to the field in which the user types, and to an open dialog. */
const isTaken = (target: EventTarget | null): boolean =>
  document.querySelector('dialog[open]') !== null ||
  (target instanceof HTMLElement && target.closest('input, select, textarea, [contenteditable]') !== null);

/** J and K choose an alert, G claims it, R resolves it, ? shows the keys. Without a choice they mean the first alert. */
export function Shortcuts() {
  const [resolving, setResolving] = useState<string>();
  useEffect(() => {
    const move = (step: number): void => {
      const all = cards();
      const focused = focusedCard();
      const at = focused === undefined ? (step > 0 ? -1 : all.length) : all.indexOf(focused);
      const next = mainOf(all[Math.min(all.length - 1, Math.max(0, at + step))]);
      next?.focus();
      next?.closest('[data-key]')?.scrollIntoView({ block: 'nearest' });
    };
    const run: Readonly<Record<Command, () => void>> = {
      next: () => move(1),
      previous: () => move(-1),
      go: () => (focusedCard() ?? cards()[0])?.querySelector<HTMLElement>('.actions .urgent')?.click(),
      resolve() {
        const id = focusedCard()?.dataset.key ?? ownClaims.peek()[0];
        const fall = id === undefined ? undefined : falls.peek(id);
        if (fall !== undefined && (fall.response.state === 'CLAIMED' || hasMovedOn(fall))) setResolving(id);
        else if (fall !== undefined) showToast(words.claimFirst);
      },
      help: () => {
        isHelpOpen.value = true;
      },
    };
    const press = (event: KeyboardEvent): void => {
      const command = commandOf(event);
      if (command === undefined || isTaken(event.target)) return;
      if (!areShortcutsOn.peek() && command !== 'help') return;
      event.preventDefault();
      run[command]();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  const fall = resolving === undefined ? undefined : falls.get(resolving)?.value;
  return (
    <>
      {fall !== undefined && <ResolveDialog fall={fall} onClose={() => setResolving(undefined)} />}
      {isHelpOpen.value && <Help onClose={closeHelp} />}
    </>
  );
}

const closeHelp = (): void => {
  isHelpOpen.value = false;
};

function Help({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={words.title} onClose={onClose}>
      <dl class="keys">
        {(Object.keys(KEYS) as Command[]).map((command) => (
          <div key={command}>
            <dt>
              <kbd>{KEYS[command].toUpperCase()}</kbd>
            </dt>
            <dd>{words[command]}</dd>
          </div>
        ))}
      </dl>
      <label class="shortcuts-on">
        <input
          type="checkbox"
          checked={areShortcutsOn.value}
          onChange={({ currentTarget }) => turnShortcuts(currentTarget.checked)}
        />
        {words.on}
      </label>
      <div class="actions">
        <Button onPress={onClose}>{common.close}</Button>
      </div>
    </Dialog>
  );
}
