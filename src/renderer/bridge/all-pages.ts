import type { MessageId } from '../../shared/messages/message.ts'
import { CallError } from './call-error.ts'
import { type ListProblem, ListProgress } from '../../shared/rules/list-progress.ts'
import type { Page } from '../../shared/gitlab/index.ts'
import { createSkippedCounter } from './latchkey.ts'
import { t } from '../ui/messages.ts'

type ReadPage<Item> = (cursor: string | undefined) => Promise<Page<Item>>

/** Loads a list to its last page. Only for lists that are short or needed in full. */
export async function allPages<Item>(read: ReadPage<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const page of eachPage(read)) items.push(...page.items)
  return items
}

/** The pages of a list from its start or a cursor, each loaded on demand. */
export async function* eachPage<Item>(
  read: ReadPage<Item>,
  from?: string,
): AsyncGenerator<Page<Item>, void> {
  const skip = createSkippedCounter()
  const progress = new ListProgress()
  let cursor = from
  do {
    const page = await read(cursor)
    // The first response’s unreadable entries are already counted.
    if (cursor !== from) skip(page.skipped)
    yield page
    const trouble = countPage(progress, page)
    if (trouble) throw endless(trouble, 'failures.incompleteList')
    cursor = page.next
  } while (cursor !== undefined)
}

/** Records a page; returns a problem if the next one must not be requested. */
export function countPage(progress: ListProgress, page: Page<unknown>): ListProblem | undefined {
  const bytes = JSON.stringify(page.items).length
  return progress.add(page.items.length + (page.skipped ?? 0), page.next, bytes)
}

/** The failure for an endless list. */
export function endless(problem: ListProblem, hint: MessageId): CallError {
  return new CallError({
    kind: 'service-error',
    message: t(problem),
    hint: t(hint),
  })
}
