import { common } from '../text/en/common.ts';

/** The product's sign, with the name of the home once it is known. */
export function Brand({ name = common.product }: { readonly name?: string | undefined }) {
  return (
    <span class="brand">
      <svg viewBox="0 0 512 512" aria-hidden="true">
        <rect width="512" height="512" rx="96" />
        <path d="M112 272h72l36-104 64 200 44-128 20 32h52" />
      </svg>
      <span>{name}</span>
    </span>
  );
}
