import { type ComponentType, h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { common } from '../text/en/common.ts';

/** A part of the first page that is loaded when it is shown. Without the network it is missing; the rest of the page is not. */
export function Later({ load }: { readonly load: () => Promise<{ readonly default: ComponentType }> }) {
  const [part, setPart] = useState<{ readonly default: ComponentType }>();
  useEffect(() => void load().then(setPart, () => {}), [load]);
  return part === undefined ? <p class="empty">{common.loading}</p> : h(part.default, {});
}
