import { escapeBidi } from './escape-bidi.ts'

/** Isolates an external name within a sentence, so that its text direction doesn’t affect its surroundings. */
export function bidiIsolate(name: string): string {
  return `\u2068${escapeBidi(name)}\u2069`
}
