import type { DirectoryFilter } from '../../../shared/app/directory.ts'
import { knownStates } from '../../../shared/moderation.ts'
import { isDay } from './list-query.ts'

/** What is typed into the search field. */
export interface TypedSearch {
  /** The typed filters, such as `state:blocked`. */
  filter: DirectoryFilter
  /** The words to search for, with what looks like a filter but is none. */
  text: string
  /** Looks like a filter but is none. */
  unknown: string[]
  /** A filter that isn’t typed to its end. */
  unfinished: string | undefined
}

interface TypedFilter {
  /** What can be typed after the colon; empty if it is any text. */
  values: readonly string[]
  /** Undefined for other values. */
  parse(value: string): DirectoryFilter | undefined
}

const stateNames: Record<string, string> = { blocked_pending_approval: 'pending' }
const nameOfState = (state: string) => stateNames[state] ?? state.replaceAll('_', '-')

/** A filter with a field for yes and one for no. */
function yesNo(yes: DirectoryFilter, no: DirectoryFilter): TypedFilter {
  return {
    values: ['yes', 'no'],
    parse: (value) => ({ yes, no })[value],
  }
}

const typedFilters: Readonly<Record<string, TypedFilter>> = {
  state: {
    values: knownStates.map(nameOfState),
    parse(value) {
      const state = knownStates.find((one) => [one, nameOfState(one)].includes(value))
      return state && { states: [state] }
    },
  },
  '2fa': yesNo({ two_factor: 'enabled' }, { two_factor: 'disabled' }),
  domain: {
    values: [],
    parse: (value) => (/^[^\s@]+$/.test(value) ? { domain: value } : undefined),
  },
  admin: yesNo({ admins: true }, { exclude_admins: true }),
  bot: yesNo({ bots: true }, { bots: false }),
  external: yesNo({ external: true }, { exclude_external: true }),
  created: days('created_after', 'created_before'),
  last: days('active_after', 'active_before'),
}

/** Days like `2025-01-01`, `>2025-01-01` or `<=2025-01-01`. */
function days(
  after: 'created_after' | 'active_after',
  before: 'created_before' | 'active_before',
): TypedFilter {
  return {
    values: ['>', '<'],
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
  }
}

/** Reads the search field. The last word may be unfinished, unless the search was submitted. */
export function parseTypedSearch(typed: string, isSubmitted: boolean): TypedSearch {
  const search: TypedSearch = { filter: {}, text: '', unknown: [], unfinished: undefined }
  const words = typed.trim().split(/\s+/)
  const isOpenEnded = !isSubmitted && !/\s$/.test(typed)
  const texts = words.filter((word, index) => {
    const [, name = '', value = ''] = /^([a-z0-9]+):(.*)$/i.exec(word) ?? []
    // An address of a web page is no filter.
    if (name === '' || value.startsWith('//')) return true
    const found = typedFilters[name.toLowerCase()]
    if (found && isOpenEnded && index === words.length - 1) {
      search.unfinished = word
      return false
    }
    const filter = found?.parse(value.toLowerCase())
    if (filter) search.filter = addFilter(search.filter, filter)
    else search.unknown.push(word)
    return !filter
  })
  return { ...search, text: texts.join(' ') }
}

/** What the last word of the field may be completed to. */
export function completions(typed: string): string[] {
  const word = /\S*$/.exec(typed)![0].toLowerCase()
  const [name = '', value] = word.split(':')
  if (value === undefined) {
    // One letter is more often the beginning of a name.
    if (name.length < 2) return []
    return Object.keys(typedFilters)
      .filter((key) => key.startsWith(name))
      .map((key) => `${key}:`)
  }
  const { values = [] } = typedFilters[name] ?? {}
  return values
    .filter((one) => one.startsWith(value) && one !== value)
    .map((one) => `${name}:${one}`)
}

/** The field with its last word completed; a filter that is complete ends with a space. */
export function complete(typed: string, completion: string): string {
  return typed.replace(/\S*$/, /[:<>]$/.test(completion) ? completion : `${completion} `)
}

/** A filter with more of its fields; what would contradict a new one is replaced. */
export function addFilter(filter: DirectoryFilter, more: DirectoryFilter): DirectoryFilter {
  const states = more.states && { states: [...new Set([...(filter.states ?? []), ...more.states])] }
  const result: DirectoryFilter = { ...filter, ...more, ...states }
  for (const [one, other] of opposites) {
    if (more[one]) delete result[other]
    if (more[other]) delete result[one]
  }
  for (const [after, before] of ranges) {
    const [from, to] = [result[after], result[before]]
    if (from && to && from > to) delete result[more[after] ? before : after]
  }
  return result
}

const opposites = [
  ['admins', 'exclude_admins'],
  ['external', 'exclude_external'],
] as const
const ranges = [
  ['created_after', 'created_before'],
  ['active_after', 'active_before'],
] as const

/** How a filter with a single field is typed; undefined if it can’t be. */
export function formatTypedFilter(filter: DirectoryFilter): string | undefined {
  const [name, value] = Object.entries(filter)[0] ?? []
  switch (name) {
    case 'states':
      return `state:${nameOfState(String(value))}`
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
  for (const [typed, { values, parse }] of Object.entries(typedFilters)) {
    const found = values.find((one) => JSON.stringify(parse(one)) === key)
    if (found) return `${typed}:${found}`
  }
  return undefined
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}

/** What a filter has that another one doesn’t. */
export function removedFilter(filter: DirectoryFilter, without: DirectoryFilter): DirectoryFilter {
  const entries = Object.entries(filter).filter(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(without[name as keyof DirectoryFilter]),
  )
  const removed = Object.fromEntries(entries) as DirectoryFilter
  if (!removed.states) return removed
  return { ...removed, states: removed.states.filter((one) => !without.states?.includes(one)) }
}
