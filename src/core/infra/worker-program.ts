import { existsSync } from 'node:fs'

/**
 * The program of a thread: a source file beside the module that starts it, or where `electron.vite.config.ts` puts it, beside that
 * module or above it. Undefined where there is none.
 */
export function findWorkerProgram(from: string, source: string, built: string): URL | undefined {
  const places = [`./${source}`, `./${built}`, `../${built}`]
  return places.map((place) => new URL(place, from)).find((place) => existsSync(place))
}
