import { Fragment } from 'preact';

/** An address to copy. On a narrow screen it breaks before a slash, not within a word. */
export const Url = ({ children }: { readonly children: string }) => (
  <code class="wraps">
    {children.split(/(?=\/)/).map((part) => (
      <Fragment key={part}>
        <wbr />
        {part}
      </Fragment>
    ))}
  </code>
);
