import { computed, ref } from 'vue'
import { type Router, useRoute, useRouter } from 'vue-router'
import type { Account } from '../../../shared/operations/accounts.ts'
import { usePolicyStore } from '../../stores/policy.ts'
import { useConnectivityStore } from '../../bridge/connectivity.ts'
import {
  type Command,
  type PaletteEntries,
  type VerbEntry,
  openScreenCommands,
} from '../../components/palette/commands.ts'
import { groupByBest, rankCommands, wordsScore } from '../../components/palette/filter.ts'
import { searchWords } from '../../components/palette/search-words.ts'
import { useAccountsStore } from '../../stores/accounts.ts'
import { t } from '../../ui/messages.ts'
import type { Screen } from '../module.ts'
import { findVerb } from './find-verb.ts'
import { noMatchText } from './no-match.ts'
import { type PaletteItem, recentItems, verbItem } from './palette-item.ts'
import { usePaletteStore } from './palette-store.ts'
import { useLatestResult } from './use-latest-result.ts'
import { useThings } from './use-things.ts'
import {
  type FoundUser,
  type FoundUsers,
  noUsers,
  useUserFinder,
  useUserVerb,
} from './user-verb.ts'

/** The commands that features and the app contribute. */
export interface PaletteOffer {
  screens: readonly Screen[]
  entries: readonly PaletteEntries[]
  /** Returns a command’s shortcut. */
  shortcutOf: (command: string) => string | undefined
}

interface Lookup {
  suggestions: readonly Command[]
  users: FoundUsers
}

const noResults: Lookup = { suggestions: [], users: noUsers }

/** With this score or more, a match is so certain that Enter doesn’t wait for users. */
const certainScore = 100
/** Ranks users below commands with matching labels but above other matches, unless their name starts with the text. */
const userScores = { exact: 110, start: 95, other: 70 } as const
/** How many of the account’s own things to list per kind. */
const maxThings = 8
/** How long (ms) to wait after a keystroke before searching on GitLab. */
const serviceDelay = 300

/** The palette’s input and its items. */
export function usePalette({ screens, entries, shortcutOf }: PaletteOffer, earlyInput: string) {
  const account = useAccountsStore().active
  const connectivity = useConnectivityStore()
  const router = useRouter()
  const store = usePaletteStore()
  const route = useRoute()
  const commands = entries.flatMap(({ useCommands }) => useCommands?.(account) ?? [])
  const verbEntries = [{ use: useUserVerb }, ...entries.flatMap((entry) => entry.verbs ?? [])]
  const { verbs, refused } = account ? verbsOf(verbEntries, account) : { verbs: [], refused: [] }
  const finder = account && useUserFinder(account)
  const own = useThings(account ? entries.flatMap((entry) => entry.useThings?.(account) ?? []) : [])
  const query = ref(earlyInput || (account ? store.textOf(account.id) : ''))
  const typedVerb = computed(() => findVerb(verbs, query.value))

  const local = useLatestResult(query, lookUp, noResults)
  const onService = useLatestResult(query, lookUpOnService, [], serviceDelay)

  async function lookUp(): Promise<Lookup> {
    const typed = typedVerb.value
    if (query.value.trim()) void own.read()
    await own.cached
    if (typed) return { suggestions: await typed.verb.suggest(typed.argument), users: noUsers }
    return { suggestions: [], users: (await finder?.findHere(query.value)) ?? noUsers }
  }

  /** Looks for users on GitLab if the text can’t mean anything else and there is no local match. */
  async function lookUpOnService(): Promise<FoundUser[]> {
    const typed = typedVerb.value
    if (!finder || (typed && typed.verb.id !== 'user')) return []
    await local.settled()
    const { suggestions, users } = local.result.value
    const isCommand =
      !typed &&
      ranked.value.some(
        ({ command, score }) => score >= wordsScore && !things.value.has(command.id),
      )
    const isFound = suggestions.length > 0 || (users.users.length > 0 && !users.similar)
    if (isCommand || isFound) return []
    return finder.findOnService(typed?.argument ?? query.value)
  }

  const policy = usePolicyStore()
  const icons = new Map(screens.map((screen) => [screen.name, iconOf(screens, screen)]))
  const screenItems = computed((): PaletteItem[] => {
    const group = route.meta.title
    const icon = icons.get(String(route.name))
    return [...openScreenCommands]
      .flatMap((commands) => commands())
      .map((command) => ({ icon, ...command, ...(group && { group }) }))
  })
  const ownItems = computed((): PaletteItem[] =>
    [
      ...screenItems.value,
      ...verbs.map(verbItem),
      ...screenCommands(screens.filter(policy.offers), router, account),
      ...commands.flatMap((list) => list()),
    ].map((item) => ({ shortcut: shortcutOf(item.id), ...item })),
  )
  const recent = computed(() =>
    account ? recentItems(store.recentFor(account.id), allItems.value) : [],
  )
  const things = computed(() => new Set(own.things.value.map(({ id }) => id)))
  const allItems = computed(() => [...ownItems.value, ...own.things.value])
  const ranked = computed(() => {
    const counts = new Map<string, number>()
    return rankCommands(allItems.value, query.value).filter(({ command: { id, group } }) => {
      if (!things.value.has(id)) return true
      const count = (counts.get(group) ?? 0) + 1
      counts.set(group, count)
      return count <= maxThings
    })
  })
  const serviceUsers = computed(() => (onService.isSearching.value ? [] : onService.result.value))
  const users = computed(() =>
    [...local.result.value.users.users, ...serviceUsers.value].map(({ command, match }) => ({
      command: command as PaletteItem,
      score: userScores[match],
    })),
  )
  const items = computed((): PaletteItem[] => {
    if (!query.value.trim()) return [...recent.value, ...ownItems.value]
    if (!typedVerb.value) return groupByBest([...ranked.value, ...users.value])
    const { suggestions } = local.result.value
    const foundCommands = users.value.map(({ command }) => command)
    const suggested = new Set(suggestions.map(({ id }) => id))
    const others = ranked.value.filter(({ command }) => !suggested.has(command.id))
    return [...suggestions, ...foundCommands, ...groupByBest(others)]
  })
  const isSearching = computed(
    () => local.isSearching.value || onService.isSearching.value || own.isReading.value,
  )

  /** Explains an empty list. */
  const noMatch = computed(() =>
    noMatchText({
      query: query.value,
      typedVerb: typedVerb.value,
      commands: ownItems.value,
      refused,
      account,
      isOffline: account !== undefined && connectivity.isAway(account.id),
      note: local.result.value.users.note,
    }),
  )

  /** Waits for pending lookups, unless the best match is certain. */
  async function waitForItems(): Promise<void> {
    const best = ranked.value[0]?.score ?? 0
    const isCertain = !query.value.trim() || (!typedVerb.value && best >= certainScore)
    if (isCertain) return
    await local.settled()
    if (items.value.length === 0) await Promise.all([onService.settled(), own.read()])
  }

  /** Runs a command. If it fails, its text is restored when the palette is next opened. */
  async function run(command: Command) {
    const text = query.value.trim()
    if (account) store.keepText(account.id, '')
    try {
      await command.run()
      remember(command)
    } catch (error) {
      if (account) store.keepText(account.id, text)
      throw error
    }
  }

  function remember({ id }: Command) {
    if (!account) return
    const isFixed = allItems.value.some((item) => item.id === id)
    store.remember(account.id, isFixed ? { id } : { id: 'typed', text: query.value.trim() })
  }

  return {
    account,
    query,
    typedVerb,
    items,
    noMatch,
    failure: computed(() => (typedVerb.value ? local.failure.value : undefined)),
    isSearching,
    isSearchingHere: local.isSearching,
    waitForItems,
    run,
  }
}

/** The verbs available to an account, and those that its token can’t run. */
function verbsOf(entries: readonly VerbEntry[], account: Account) {
  const accountVerbs = entries
    .filter(({ admin }) => !admin || account.isAdmin)
    .flatMap(({ use, writes }) => {
      const isRefused = writes && account.canWrite === false
      return [use(account)].flat().map((verb) => ({ verb, isRefused }))
    })
  const selectVerbs = (isRefused: boolean) =>
    accountVerbs.filter((entry) => Boolean(entry.isRefused) === isRefused).map(({ verb }) => verb)
  return { verbs: selectVerbs(false), refused: selectVerbs(true) }
}

/** A screen’s icon, or its parent’s. */
function iconOf(screens: readonly Screen[], { icon, section, elsewhere }: Screen) {
  return icon ?? screens.find(({ name }) => name === section || name === elsewhere)?.icon
}

/** Commands that open screens. */
function screenCommands(
  screens: readonly Screen[],
  router: Router,
  account: Account | undefined,
): Command[] {
  return screens.flatMap((screen): Command[] => {
    const { name, path, title, paletteLabel = title, keywords, admin } = screen
    const isAccountScreen = path.includes(':account')
    if (!keywords || (isAccountScreen && !account) || (admin && !account?.isAdmin)) return []
    return [
      {
        id: `go-${name}`,
        label: t(paletteLabel),
        icon: iconOf(screens, screen),
        group: 'app.screens',
        keywords: searchWords(paletteLabel, keywords),
        run: () => router.push({ name, params: isAccountScreen ? { account: account!.id } : {} }),
      },
    ]
  })
}
