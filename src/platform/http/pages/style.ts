/** For pages without the console: one large button for a thumb. */
export const STYLE = `:root { font: 1.125rem/1.5 system-ui, sans-serif; }
main { max-width: 32rem; margin: 2rem auto; padding: 0 1rem; }
button { font: inherit; font-weight: bold; width: 100%; padding: 1rem; cursor: pointer; }
`;
