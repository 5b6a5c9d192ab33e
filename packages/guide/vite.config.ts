/**
 * How what moves in the guide is built: one script with its parts, and one style.
 *
 * The pages themselves are written by scripts/site, which reads the names of these files from the
 * manifest. As in the page of the service, nothing stands inside the HTML and every path is relative.
 */
export default {
  root: import.meta.dirname,
  base: './',
  resolve: { conditions: ['@hedgerow/source', 'module', 'browser', 'import', 'default'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    target: 'es2024',
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: './src/main.ts' },
  },
};
