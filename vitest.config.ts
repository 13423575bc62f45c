import fs from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'

const long = '**/*.long.test.ts'
const never = ['**/node_modules/**', 'dist/**', '.data/**']
/** How long a condition is waited for before its test fails; on a quiet machine they hold at once. */
const patient = { poll: { timeout: 60_000 } }

/** Files that replace modules, or leave a county's texts in i18n, get modules of their own; the others of a worker share theirs. */
const replacing = fs.globSync('src-client/**/*.test.{ts,tsx}', { cwd: import.meta.dirname }).filter((file) => {
  const text = fs.readFileSync(path.join(import.meta.dirname, file), 'utf8')
  return file.endsWith('county-texts.test.tsx') || /vi\.(?:mock|resetModules)\(/.test(text)
})
const client = {
  environment: 'happy-dom',
  setupFiles: 'tests/helpers/patient-screens.ts',
  unstubGlobals: true,
  expect: patient,
  testTimeout: 90_000,
}

/** Files ending in .long.test.ts run only with `npm run test:all`. */
export default defineConfig({
  test: {
    // Each file has its own database and waits for it half of the time; by default Vitest would use one of two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{shared,src-server,src-worker,scripts,migrations,tests,bench,chaos}/**/*.test.ts'],
          exclude: [...never, long, 'tests/e2e/**'],
          globalSetup: 'tests/helpers/global-setup.ts',
          setupFiles: 'tests/helpers/one-connection.ts',
          isolate: false,
          restoreMocks: true,
          expect: patient,
          // Tests that start processes may share two cores with others.
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          ...client,
          name: 'client',
          include: ['src-client/**/*.test.{ts,tsx}'],
          exclude: [...never, ...replacing],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...client, name: 'client-replacing', include: replacing, exclude: never },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: [long],
          exclude: [...never, 'tests/e2e/**'],
          globalSetup: 'tests/helpers/global-setup.ts',
          // Each of these needs the machine to itself.
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          expect: patient,
          testTimeout: 300_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: [...never, long],
          globalSetup: ['tests/helpers/global-setup.ts', 'tests/e2e/build-client.ts'],
          expect: patient,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser-long',
          // Each file has its own server, database and browser, and waits for them half of the time.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          expect: patient,
          include: ['tests/e2e/**/*.long.test.ts'],
          exclude: never,
          globalSetup: ['tests/helpers/global-setup.ts', 'tests/e2e/build-client.ts'],
          testTimeout: 300_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
