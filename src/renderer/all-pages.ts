import { FailureError } from '../shared/failure.ts'
import type { Page } from '../shared/service/index.ts'
import { skippedLater } from './latchkey.ts'

type ReadPage<Item> = (cursor: string | undefined) => Promise<Page<Item>>

/** Reads a list to its end, page after page. For lists that are short, or that make sense as a whole only. */
export async function allPages<Item>(read: ReadPage<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const page of eachPage(read)) items.push(...page.items)
  return items
}

/** The pages of a list, from its first one or from a cursor. Each is read when it is asked for. */
export async function* eachPage<Item>(
  read: ReadPage<Item>,
  from?: string,
): AsyncGenerator<Page<Item>, void> {
  const skip = skippedLater()
  const seen = new Set<string>()
  let cursor = from
  do {
    const page = await read(cursor)
    // What is missing from the first answer is counted where it arrives.
    if (cursor !== from) skip(page.skipped)
    yield page
    cursor = page.next
    if (cursor !== undefined && seen.has(cursor)) throw new FailureError(inCircles)
    if (cursor !== undefined) seen.add(cursor)
  } while (cursor !== undefined)
}

const inCircles = {
  kind: 'not-the-service',
  message: 'The service names the same page of a list again and again.',
  hint: 'Nothing is shown of it, as it would never be whole. Tell the administrator of the instance.',
} as const
