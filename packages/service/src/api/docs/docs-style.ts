/**
 * How the reference of the API looks: readable, narrow enough, in light and dark.
 */
export const DOCS_STYLE = `:root { color-scheme: light dark; --line: #d5d9d0; --soft: #f3f5f0; --ink: #1f2a1c; --green: #2f6b2f; --paper: #fff; }
@media (prefers-color-scheme: dark) { :root { --line: #3a4238; --soft: #232a21; --ink: #e5e9e1; --green: #8fce8a; --paper: #171c16; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 64rem; padding: 1.5rem; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
h1 small { font-weight: 400; font-size: 1rem; }
h2 { margin-top: 2.5rem; border-bottom: 2px solid var(--line); }
h3 { margin-bottom: .25rem; }
a { color: var(--green); }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
details { margin: .5rem 0; border: 1px solid var(--line); border-radius: 6px; padding: 0 .75rem; }
details[open] { padding-bottom: .5rem; }
summary { cursor: pointer; padding: .5rem 0; }
summary span { opacity: .85; }
.method { display: inline-block; min-width: 4.2em; font-weight: 700; color: var(--green); }
dl { display: grid; grid-template-columns: minmax(7rem, max-content) 1fr; gap: .25rem 1rem; margin: .5rem 0; }
dt { font-weight: 600; }
dd { margin: 0; overflow-wrap: anywhere; }
section { scroll-margin-top: 1rem; }
table { width: 100%; border-collapse: collapse; margin: .5rem 0; font-size: .95rem; }
th, td { text-align: left; vertical-align: top; padding: .25rem .5rem; border-top: 1px solid var(--line); }
thead th { font-weight: 600; background: var(--soft); }
tbody th { font-weight: 400; }
tbody th code { white-space: nowrap; }
td thead { display: none; }
td p { margin: 0; }
td table { font-size: .9rem; background: var(--soft); }
.optional { display: block; font-size: .8rem; opacity: .75; }
@media (max-width: 40rem) {
  body { padding: 1rem; }
  dl { grid-template-columns: 1fr; }
  dd { margin-bottom: .5rem; }
  table, thead, tbody, tr, th, td { display: block; }
  thead { display: none; }
  th, td { border: 0; padding: .1rem .25rem; }
  tr { border-top: 1px solid var(--line); padding: .35rem 0; }
}
`;
