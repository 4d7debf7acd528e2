import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { common } from '../text/en/common.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** A value that is shown once, with buttons to copy and print it. */
export function ShownOnce({
  text,
  hint,
  done,
  onDone,
  printable = false,
  children,
}: {
  readonly text: string;
  readonly hint: string;
  readonly done: string;
  readonly onDone: () => void;
  readonly printable?: boolean;
  readonly children: ComponentChildren;
}) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <div class="once">
      <p>{hint}</p>
      {children}
      {copied && <Notice>{common.copied}</Notice>}
      <div class="actions">
        <Button kind="urgent" onPress={onDone}>
          {done}
        </Button>
        {/* Browsers offer the clipboard only over HTTPS. */}
        {navigator.clipboard !== undefined && <Button onPress={copy}>{common.copy}</Button>}
        {printable && <Button onPress={() => print()}>{common.print}</Button>}
      </div>
    </div>
  );
}
