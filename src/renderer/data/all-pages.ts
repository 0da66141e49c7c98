import { CallError } from './call-error.ts'
import { type ListProblem, ListProgress } from '../../shared/service/list-progress.ts'
import type { Page } from '../../shared/service/index.ts'
import { skippedLater } from './latchkey.ts'
import { t } from '../ui/messages.ts'

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
  const progress = new ListProgress()
  let cursor = from
  do {
    const page = await read(cursor)
    // What is missing from the first answer is counted where it arrives.
    if (cursor !== from) skip(page.skipped)
    yield page
    const trouble = addPage(progress, page)
    if (trouble) throw endless(trouble, 'The list would be wrong.')
    cursor = page.next
  } while (cursor !== undefined)
}

/** Notes a page of a list; tells why the next one is not to be asked for. */
export function addPage(progress: ListProgress, page: Page<unknown>): ListProblem | undefined {
  const bytes = JSON.stringify(page.items).length
  return progress.add(page.items.length + (page.skipped ?? 0), page.next, bytes)
}

/** The failure of a list that the service never ends. */
export function endless(problem: ListProblem, then: string): CallError {
  return new CallError({
    kind: 'service-error',
    message: t(problem),
    hint: `${then} Tell the administrator of the instance.`,
  })
}
