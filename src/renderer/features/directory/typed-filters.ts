import type { DirectoryFilter } from '../../../shared/operations/directory.ts'
import { knownStates } from '../../../shared/rules/moderation.ts'
import { userFigures } from '../../../shared/rules/user-figures.ts'
import { isDay } from '../../components/directory/list-query.ts'

/** A word that looks like a filter but isn’t applied. */
export interface UnappliedWord {
  word: string
  /** `unfinished` while it may still become valid, `value` for an unknown value, `name` for an unknown filter. */
  problem: 'unfinished' | 'value' | 'name'
  /** Valid alternatives. */
  allowed: readonly string[]
}

/** The search field’s parsed content. */
export interface TypedSearch {
  /** The typed filters, such as `state:blocked`. */
  filter: DirectoryFilter
  /** The words to search for. */
  text: string
  unapplied: readonly UnappliedWord[]
  /** The field’s content without the typed filters. */
  rest: string
}

interface TypedFilter {
  /** Values to suggest after the colon. */
  values: readonly string[]
  /** Examples for messages; defaults to `values`. */
  examples?: readonly string[]
  /** Returns undefined for an invalid value. */
  parse(value: string): DirectoryFilter | undefined
  /** Whether more typing could still make the value valid. */
  isOpen(value: string): boolean
}

/** A filter with a fixed set of values. */
function choice(filters: Readonly<Record<string, DirectoryFilter>>): TypedFilter {
  const byValue = new Map(Object.entries(filters))
  const values = [...byValue.keys()]
  // GitLab’s state names contain underscores.
  const valueOf = (typed: string) => typed.replaceAll('_', '-')
  return {
    values,
    parse: (typed) => byValue.get(valueOf(typed)),
    isOpen: (typed) =>
      !byValue.has(valueOf(typed)) && values.some((value) => value.startsWith(valueOf(typed))),
  }
}

const stateNames: Record<string, string> = { blocked_pending_approval: 'pending' }
const stateName = (state: string) => stateNames[state] ?? state.replaceAll('_', '-')

const typedFilters: ReadonlyMap<string, TypedFilter> = new Map([
  [
    'state',
    choice({
      ...Object.fromEntries(knownStates.map((state) => [stateName(state), { states: [state] }])),
      blocked: userFigures.blocked,
    }),
  ],
  ['2fa', choice({ yes: { two_factor: 'enabled' }, no: { two_factor: 'disabled' } })],
  [
    'domain',
    {
      values: [],
      examples: ['domain:example.com'],
      parse: (value) =>
        /^@?[^\s@]+$/.test(value) ? { domain: value.replace('@', '') } : undefined,
      isOpen: (value) => /^@?[^\s@]*$/.test(value),
    },
  ],
  ['admin', choice({ yes: { admins: true }, no: { admins: false } })],
  ['bot', choice({ yes: { bots: true }, no: { bots: false } })],
  ['external', choice({ yes: { external: true }, no: { external: false } })],
  ['locked', choice({ yes: { locked: true }, no: { locked: false } })],
  ['created', days('created', 'created_after', 'created_before')],
  ['last', days('last', 'active_after', 'active_before')],
])

/** A date filter such as `2025-01-01`, `>2025-01-01` or `<=2025-01-01`. */
function days(
  name: string,
  after: 'created_after' | 'active_after',
  before: 'created_before' | 'active_before',
): TypedFilter {
  return {
    values: ['>', '<'],
    examples: ['2025-01-31', '>2025-01-31', '<2025-01-31'].map((day) => `${name}:${day}`),
    parse(value) {
      const [, sign = '', day = ''] = /^([<>]=?)?(.+)$/.exec(value) ?? []
      if (!isDay(day)) return undefined
      switch (sign) {
        case '>':
          return { [after]: nextDay(day) }
        case '>=':
          return { [after]: day }
        case '<':
          return { [before]: day }
        case '<=':
          return { [before]: nextDay(day) }
        default:
          return { [after]: day, [before]: nextDay(day) }
      }
    },
    isOpen: (value) =>
      /^[<>]?=?\d{0,4}(?:-\d{0,2}){0,2}$/.test(value) && !/-\d\d-\d\d$/.test(value),
  }
}

const knownNames = [...typedFilters.keys()].map((name) => `${name}:`)

/**
 * A name of ASCII letters, digits, `-` and `_` before a colon, as in other search fields with filters, some of which
 * exclude with a leading `-` or `!`. Anything else is text: a URL, a host with its port, a time, a name in another
 * script. To find a name like “Team:Maps”, search for `:maps`.
 */
const filterPattern = /^([-!+]?(?=[^:]*[a-z])[a-z0-9][\w-]+):(?!\/\/)(.*)$/i

/**
 * Parses the search field. The last word may be unfinished until the search is submitted or left. A word that looks
 * like a filter is never searched for as text, because that would silently find the wrong users.
 */
export function parseTypedSearch(typed: string, isEnded: boolean): TypedSearch {
  const search = { filter: {}, unapplied: [] as UnappliedWord[] }
  const words = typed.trim().split(/\s+/)
  const openWord = isEnded || /\s$/.test(typed) ? undefined : words.length - 1
  const texts: string[] = []
  const rest = words.filter((word, index) => {
    const [, name, value = ''] = filterPattern.exec(word.toLowerCase()) ?? []
    if (name === undefined) {
      texts.push(word)
      return true
    }
    const typedFilter = typedFilters.get(name)
    if (!typedFilter) {
      search.unapplied.push({ word, problem: 'name', allowed: knownNames })
      return true
    }
    const isOpen = index === openWord && typedFilter.isOpen(value)
    const filter = isOpen ? undefined : typedFilter.parse(value)
    if (filter) {
      search.filter = addFilter(search.filter, filter)
      return false
    }
    const allowed =
      typedFilter.examples ?? typedFilter.values.map((candidate) => `${name}:${candidate}`)
    search.unapplied.push({ word, problem: isOpen ? 'unfinished' : 'value', allowed })
    return true
  })
  return { ...search, text: texts.join(' '), rest: rest.join(' ') }
}

/** Suggests completions for the last word. */
export function completions(typed: string): string[] {
  const word = /\S*$/.exec(typed)![0].toLowerCase()
  const [name = '', value] = word.split(':')
  if (value === undefined) {
    // A single letter is more likely the start of a user’s name.
    if (name.length < 2) return []
    return knownNames.filter((knownName) => knownName.startsWith(name))
  }
  const { values = [] } = typedFilters.get(name) ?? {}
  return values
    .filter((candidate) => candidate.startsWith(value) && candidate !== value)
    .map((candidate) => `${name}:${candidate}`)
}

/** Completes the last word and adds a space if the filter is then complete. */
export function complete(typed: string, completion: string): string {
  return typed.replace(/\S*$/, /[:<>]$/.test(completion) ? completion : `${completion} `)
}

/** Adds conditions to a filter, replacing any that contradict them. */
export function addFilter(filter: DirectoryFilter, more: DirectoryFilter): DirectoryFilter {
  const states = more.states && { states: [...new Set([...(filter.states ?? []), ...more.states])] }
  const result: DirectoryFilter = { ...filter, ...more, ...states }
  for (const [after, before] of ranges) {
    const [from, to] = [result[after], result[before]]
    if (from && to && from > to) delete result[more[after] ? before : after]
  }
  return result
}

const ranges = [
  ['created_after', 'created_before'],
  ['active_after', 'active_before'],
] as const

/** How to type a filter with a single field; undefined if that isn’t possible. */
export function formatTypedFilter(filter: DirectoryFilter): string | undefined {
  const [name, value] = Object.entries(filter)[0] ?? []
  switch (name) {
    case 'states':
      return `state:${stateName(String(value))}`
    case 'domain':
      return `domain:${String(value)}`
    case 'created_after':
      return `created:>=${String(value)}`
    case 'created_before':
      return `created:<${String(value)}`
    case 'active_after':
      return `last:>=${String(value)}`
    case 'active_before':
      return `last:<${String(value)}`
  }
  const key = JSON.stringify(filter)
  for (const [typed, { values, parse }] of typedFilters) {
    const typedValue = values.find((candidate) => JSON.stringify(parse(candidate)) === key)
    if (typedValue) return `${typed}:${typedValue}`
  }
  return undefined
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}

/** The conditions of one filter that another one lacks. */
export function removedFilter(filter: DirectoryFilter, without: DirectoryFilter): DirectoryFilter {
  const entries = Object.entries(filter).filter(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(without[name as keyof DirectoryFilter]),
  )
  const removed = Object.fromEntries(entries) as DirectoryFilter
  if (!removed.states) return removed
  return { ...removed, states: removed.states.filter((state) => !without.states?.includes(state)) }
}
