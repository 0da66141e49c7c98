import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Code that reads or sets the time. */
const clockUse =
  /\/(clock|dates|local-day|local-zone|use-clock|use-today)\.ts'|useFakeTimers|setSystemTime|\bTZ\b/

/**
 * Finds the unit and desktop tests that use the clock, directly or through an imported file that isn’t a test helper.
 */
export function findClockTests(): string[] {
  return globSync('src/**/*.test.ts', { cwd: root })
    .filter((path) => !/\.(keyring|built|proof)\.test\.ts$/.test(path))
    .filter((path) => usesClock(join(root, path)))
    .toSorted()
}

function usesClock(path: string): boolean {
  const text = readFileSync(path, 'utf8')
  return (
    clockUse.test(text) || importedFiles(path, text).some((file) => clockUse.test(readText(file)))
  )
}

function importedFiles(path: string, text: string): string[] {
  return [...text.matchAll(/from '(\.[^']+)'/g)]
    .map(([, name]) => join(dirname(path), name!))
    .filter((file) => !file.includes('/testing/'))
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`${relative(root, path)} cannot be read.`, { cause: error })
  }
}
