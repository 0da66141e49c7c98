import { escapeBidi } from './escape-bidi.ts'

/** An external name within one of our sentences: its direction and bidi characters don’t affect the surrounding text. */
export function bidiIsolate(name: string): string {
  return `\u2068${escapeBidi(name)}\u2069`
}
