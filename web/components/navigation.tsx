import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { Role } from '../api/records.ts';
import { openCount } from '../state/badge.ts';
import { requestLogOut } from '../state/duty.ts';
import { unread } from '../state/messages.ts';
import { user } from '../state/session.ts';
import { common } from '../text/en/common.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { currentOf, entriesOf, isGroup, type Link, type LinkGroup } from './navigation-links.ts';

const { navigation } = common;

/** The menu of a phone; a group of the header is open by its title. */
const WHOLE_MENU = '*';

/**
 * A row in the header, with a menu for each group; on a phone a bar at the bottom, in thumb's reach, with the rest in one
 * menu.
 */
export function Navigation() {
  const { path } = useLocation();
  const element = useRef<HTMLElement>(null);
  const [open, setOpen] = useState<string>();
  useEffect(() => setOpen(undefined), [path]);
  useEffect(() => {
    if (open === undefined) return;
    const closeOutside = ({ target }: Event) => {
      const menu = element.current?.querySelector('.group.open') ?? element.current;
      if (target instanceof Node && !menu?.contains(target)) setOpen(undefined);
    };
    // A press, and the focus that leaves with Tab.
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [open]);
  const role = user.value?.role;
  if (role === undefined) return null;
  const toggle = (menu: string) => setOpen(open === menu ? undefined : menu);
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || open === undefined) return;
    element.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus();
    setOpen(undefined);
  };
  const item = (link: Link) => (
    <LinkItem key={link.path} {...{ link, path, role }} onPress={() => setOpen(undefined)} />
  );
  return (
    <nav
      id="pages"
      ref={element}
      tabIndex={-1}
      aria-label={navigation.label}
      class={open === WHOLE_MENU ? 'open' : undefined}
      onKeyDown={closeByKey}
    >
      <ul class="entries">
        {entriesOf(role).map((entry) =>
          isGroup(entry) ? (
            <Group
              key={entry.title}
              group={entry}
              path={path}
              isOpen={open === entry.title}
              onToggle={() => toggle(entry.title)}
            >
              {entry.links.map(item)}
            </Group>
          ) : (
            item(entry)
          ),
        )}
        <li class="rest">
          <Button kind="quiet" onPress={requestLogOut}>
            {navigation.logOut}
          </Button>
        </li>
        <li class="menu">
          <button type="button" aria-expanded={open === WHOLE_MENU} onClick={() => toggle(WHOLE_MENU)}>
            <Icon name="menu" />
            {navigation.menu}
          </button>
        </li>
      </ul>
    </nav>
  );
}

interface GroupProps {
  readonly group: LinkGroup;
  readonly path: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly children: ComponentChildren;
}

/** The style sheet shows the button in the header, and the title with all links in the menu of a phone. */
function Group({ group: { title, links }, path, isOpen, onToggle, children }: GroupProps) {
  const id = useId();
  const isCurrent = links.some((link) => currentOf(link, path) !== undefined);
  return (
    <li class={isOpen ? 'group rest open' : 'group rest'}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={onToggle}
      >
        {title}
      </button>
      <span class="group-title" aria-hidden="true">
        {title}
      </span>
      <ul id={id} aria-label={title}>
        {children}
      </ul>
    </li>
  );
}

interface LinkItemProps {
  readonly link: Link;
  readonly path: string;
  readonly role: Role;
  /** Closes the menu, also where the link leads to the page that is shown. */
  readonly onPress: () => void;
}

const LinkItem = ({ link, path, role, onPress }: LinkItemProps) => (
  <li class={link.symbol === undefined ? 'rest' : undefined}>
    <a href={link.path} aria-current={currentOf(link, path)} onClick={onPress}>
      {link.symbol !== undefined && <Icon name={link.symbol} />}
      {link.text}
      <Count of={link.path} role={role} />
    </a>
  </li>
);

function Count({ of, role }: { readonly of: string; readonly role: Role }) {
  const isBoard = of === '/' && role !== 'PATIENT';
  const count = isBoard ? openCount.value : of === '/messages' ? unread.value : 0;
  if (count === 0) return null;
  return (
    <>
      <span class="unseen"> ({count})</span>
      <span class={isBoard ? 'badge alarm' : 'badge'} aria-hidden="true">
        {count}
      </span>
    </>
  );
}
