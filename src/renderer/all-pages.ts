import { FailureError } from '../shared/failure.ts'
import type { Page } from '../shared/service/index.ts'
import { skippedLater } from './latchkey.ts'

/** Reads a list to its end, page after page. For lists that are short, or that make sense as a whole only. */
export async function allPages<Item>(
  read: (cursor: string | undefined) => Promise<Page<Item>>,
): Promise<Item[]> {
  const skip = skippedLater()
  const items: Item[] = []
  const seen = new Set<string>()
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    items.push(...page.items)
    if (cursor !== undefined) skip(page.skipped)
    cursor = page.next
    if (cursor !== undefined && seen.has(cursor)) throw new FailureError(inCircles)
    if (cursor !== undefined) seen.add(cursor)
  } while (cursor !== undefined)
  return items
}

const inCircles = {
  kind: 'not-the-service',
  message: 'The service names the same page of a list again and again.',
  hint: 'Nothing is shown of it, as it would never be whole. Tell the administrator of the instance.',
} as const
