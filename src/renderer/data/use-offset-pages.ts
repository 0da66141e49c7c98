import { computed, ref, watch } from 'vue'
import type { AnswerOf, InputOf, Operation } from './latchkey.ts'
import { useServiceQuery } from './use-service-query.ts'

/** Operations that give one page of a list of this machine, by its place. */
type PageOperation = {
  [Name in Operation]: AnswerOf<Name> extends { items: unknown[]; total: number } ? Name : never
}[Operation]

type ItemsOf<Name extends PageOperation> =
  AnswerOf<Name> extends { items: infer Items } ? Items : never

/** A list of this machine of which one page is shown, by its place: rows `offset` to `offset + size` of `total`. */
export function useOffsetPages<Name extends PageOperation>(
  account: string,
  name: Name,
  size: number,
  /** What else is asked; the list begins anew when it changes. */
  about: () => Omit<InputOf<Name>, 'offset' | 'limit'>,
) {
  const offset = ref(0)
  const page = useServiceQuery(
    account,
    name,
    () => ({ ...about(), offset: offset.value, limit: size }) as InputOf<Name>,
    { keepsLast: true },
  )
  const answer = computed(
    () => page.data.value as { items: ItemsOf<Name>; total: number } | undefined,
  )
  const total = computed(() => answer.value?.total ?? 0)

  watch(about, (now, before) => {
    if (JSON.stringify(now) !== JSON.stringify(before)) offset.value = 0
  })
  // What was on the last page may be gone.
  watch(total, (rows) => {
    if (rows > 0 && offset.value >= rows) offset.value = Math.floor((rows - 1) / size) * size
  })

  return {
    ...page,
    isRead: computed(() => answer.value !== undefined),
    offset,
    size,
    total,
    items: computed(() => (answer.value?.items ?? []) as ItemsOf<Name>),
  }
}
