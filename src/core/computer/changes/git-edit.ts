import { z } from 'zod'

/** A change to a git setting that may have several values, such as `user.email`. */
export const GitEdit = z.object({
  name: z.string(),
  value: z.string(),
  how: z.enum(['set', 'add', 'remove']),
})
export type GitEdit = z.output<typeof GitEdit>

/** A setting's name as git lists it: lowercase before the first dot and after the last. */
export function canonicalName(name: string): string {
  const [first = '', ...rest] = name.split('.')
  const last = rest.pop() ?? ''
  return [first.toLowerCase(), ...rest, last.toLowerCase()].join('.')
}
