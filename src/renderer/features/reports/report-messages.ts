import type { RouteLocationRaw } from 'vue-router'
import {
  type CounterId,
  type CounterSource,
  type DayValue,
  counterFilter,
  counterIds,
  counterLabel,
  counterOf,
} from '../../../shared/rules/reports.ts'
import { localDay } from '../../../shared/rules/local-day.ts'
import { formatListQuery } from '../../components/directory/list-query.ts'
import { everyone } from '../../stores/directory.ts'
import { formatNumber, t, textOf } from '../../ui/messages.ts'
import { fullDay, shortDayOf } from '../../ui/time/moments.ts'

/** The groups of counters, in order. */
export const counterGroups = (['directory', 'credentials', 'auditLog'] as const).map((source) => ({
  source,
  counters: counterIds.filter((id) => counterOf(id).source === source),
}))

export const groupLabel = (source: CounterSource) => t(`reports.group_${source}`)

/** Where the users, tokens, or entries of a counter are listed; undefined if no list shows exactly these. */
export function counterTarget(
  account: string,
  id: CounterId,
  now: number,
): RouteLocationRaw | undefined {
  const counter = counterOf(id)
  const params = { account }
  if (counter.source === 'directory') {
    if (counter.what === 'neverSignedIn') return undefined
    const filter = counterFilter(counter, now)
    const order =
      counter.what === 'oldest' ? ({ order_by: 'created_at', sort: 'asc' } as const) : everyone
    const query = formatListQuery({ ...order, filter })
    // Without a query, the list would open its last view.
    return { name: 'directory', params, query: { order_by: order.order_by, ...query } }
  }
  if (counter.source === 'credentials') {
    const query =
      counter.filter === 'ssh' ? { kinds: 'ssh' } : { kinds: 'tokens', filter: counter.filter }
    return { name: 'credentials', params, query }
  }
  if (counter.isReversal) return undefined
  const day = localDay(now)
  const { outcome } = counter
  return { name: 'audit-log', params, query: { from: day, to: day, ...(outcome && { outcome }) } }
}

/** A value with its unit, if it isn’t a number of things. */
export const valueText = (id: CounterId, value: number) =>
  counterOf(id).unit === 'days' ? t('reports.days', { count: value }) : formatNumber(value)

/** A difference with its sign. */
export const differenceText = ({ from, to }: { from: DayValue; to: DayValue }) =>
  formatNumber(to.value - from.value, { signDisplay: 'exceptZero' })

/** A change as a sentence: “Administrators: 3 more than on 23 Nov (12 → 15)”. */
export function changeText(change: { counter: CounterId; from: DayValue; to: DayValue }): string {
  const { counter, from, to } = change
  return t(to.value > from.value ? 'reports.more' : 'reports.fewer', {
    counter: textOf(counterLabel(counter)),
    count: formatNumber(Math.abs(to.value - from.value)),
    day: shortDayOf(from.day),
    from: formatNumber(from.value),
    to: formatNumber(to.value),
  })
}

/** What a line shows, for those who can’t see it. */
export function lineText(id: CounterId, values: readonly DayValue[]): string {
  const label = textOf(counterLabel(id))
  const [first, last] = [values[0], values.at(-1)]
  if (!first || !last) return t('reports.lineEmpty', { counter: label })
  const numbers = values.map(({ value }) => value)
  return t('reports.line', {
    counter: label,
    first: valueText(id, first.value),
    firstDay: fullDay(first.day),
    last: valueText(id, last.value),
    lastDay: fullDay(last.day),
    min: formatNumber(Math.min(...numbers)),
    max: formatNumber(Math.max(...numbers)),
  })
}
