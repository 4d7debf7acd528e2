/**
 * For pages without the console, in its colours (web/styles/base.css): one large button for a thumb, which stays in view
 * below long names.
 */
export const STYLE = `:root {
  color-scheme: light dark;
  --paper: #faf8f4;
  --ink: #1f2328;
  --accent: #1d5c63;
  --accent-ink: #ffffff;
  --focus: #0b57d0;
  font: 1.125rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15181b;
    --ink: #e8e6e1;
    --accent: #7cc4cc;
    --accent-ink: #0d1d1f;
    --focus: #8ab4f8;
  }
}
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); overflow-wrap: anywhere; hyphens: auto; }
main { max-width: 32rem; margin: 0 auto; padding: 1rem; }
h1 { margin: 0 0 0.75rem; font-size: 2rem; line-height: 1.2; }
p { margin: 0 0 0.75rem; }
h1 + .name { margin-top: -0.5rem; }
.name { font-size: 1.5rem; font-weight: 600; line-height: 1.3; }
.level { padding: 0.5rem 0.75rem; border-radius: 0.5rem; background: #4d5a66; color: #ffffff; font-weight: 700; }
.level.CONFIRMED { background: #b3261e; }
.level.HIGH { background: #a84300; }
.level.POTENTIAL { background: #7a5c00; }
form { position: sticky; bottom: 0; margin: 0 -1rem; padding: 0.5rem 1rem; background: var(--paper); }
button {
  width: 100%;
  min-height: 4rem;
  padding: 0.75rem 1rem;
  border: 2px solid transparent;
  border-radius: 0.5rem;
  background: var(--accent);
  color: var(--accent-ink);
  font: inherit;
  font-size: 1.375rem;
  font-weight: 700;
  cursor: pointer;
}
a { display: inline-flex; align-items: center; min-height: 3rem; color: var(--accent); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
`;
