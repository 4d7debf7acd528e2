import type { ComponentChildren } from 'preact';
import { Button } from './button.tsx';

/** Says that there is nothing yet, and offers what to do about it. */
export const Empty = ({
  children,
  action,
  onPress,
}: {
  readonly children: ComponentChildren;
  readonly action: string;
  readonly onPress: () => unknown;
}) => (
  <div class="invite">
    <p>{children}</p>
    <Button kind="urgent" onPress={onPress}>
      {action}
    </Button>
  </div>
);
