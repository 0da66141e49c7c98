import type { MessageId } from '../../shared/messages/message.ts'
import { CallError } from './call-error.ts'
import { type ListProblem, ListProgress } from '../../shared/rules/list-progress.ts'
import type { Page } from '../../shared/gitlab/index.ts'
import { t } from '../ui/messages.ts'

type ReadPage<Item> = (cursor: string | undefined) => Promise<Page<Item>>

/** Loads all pages of a list. Use it only for short lists and those needed in full. */
export async function allPages<Item>(read: ReadPage<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const page of eachPage(read)) items.push(...page.items)
  return items
}

/** Loads a list’s pages on demand, from the start or a cursor. */
export async function* eachPage<Item>(
  read: ReadPage<Item>,
  from?: string,
): AsyncGenerator<Page<Item>, void> {
  const progress = new ListProgress()
  let cursor = from
  do {
    const page = await read(cursor)
    yield page
    const listProblem = countPage(progress, page)
    if (listProblem) throw endless(listProblem, 'failures.incompleteList')
    cursor = page.next
  } while (cursor !== undefined)
}

/** Records a page; returns the problem if there’s a reason not to request the next one. */
export function countPage(progress: ListProgress, page: Page<unknown>): ListProblem | undefined {
  const bytes = JSON.stringify(page.items).length
  return progress.add(page.items.length + (page.skipped ?? 0), page.next, bytes)
}

/** The failure for a list that never ends. */
export function endless(problem: ListProblem, hint: MessageId): CallError {
  return new CallError({
    kind: 'service-error',
    message: t(problem),
    hint: t(hint),
  })
}
