import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['@hedgerow/source'] },
  ssr: { resolve: { conditions: ['@hedgerow/source'] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    testTimeout: 60_000,
  },
});
