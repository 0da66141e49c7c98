import { escapeBidi } from './escape-bidi.ts'

/** A name from elsewhere inside a sentence of ours: its direction, and signs that change it, end with the name. */
export function bidiIsolate(name: string): string {
  return `\u2068${escapeBidi(name)}\u2069`
}
