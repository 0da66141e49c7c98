import { z } from 'zod'
import { accountOperation } from './operation.ts'

/** How an account’s screens were left, such as a list’s sort order: JSON texts by name, which the page checks. */
const Layout = z.record(z.string().max(64), z.string().max(4000))
export type Layout = z.output<typeof Layout>

export const layout = {
  get: accountOperation(() => ({ input: z.strictObject({}), output: Layout })),
  /** Changes some entries and keeps the others. */
  set: accountOperation(() => ({ input: Layout, output: Layout })),
}
