/**
 * How the page is built: plain files that a server can hand out under a strict content policy.
 *
 * No style or script stands in the HTML itself, nothing is turned into a data address, and every
 * path is relative, so that the page works below any address.
 */
export default {
  root: import.meta.dirname,
  base: './',
  resolve: { conditions: ['@hedgerow/source', 'module', 'browser', 'import', 'default'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  optimizeDeps: { entries: ['./src/main.tsx'] },
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    target: 'es2024',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
};
