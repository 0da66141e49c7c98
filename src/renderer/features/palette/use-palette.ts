import { computed, ref } from 'vue'
import { type Router, useRoute, useRouter } from 'vue-router'
import type { Account } from '../../../shared/operations/accounts.ts'
import {
  type Command,
  type PaletteEntries,
  type VerbCommand,
  type VerbEntry,
  openScreenCommands,
} from '../../components/palette/commands.ts'
import { useAccountsStore } from '../../stores/accounts.ts'
import { t } from '../../ui/messages.ts'
import type { Screen } from '../module.ts'
import { groupByBest, rankCommands } from '../../components/palette/filter.ts'
import { type PaletteItem, recentItems, verbItem } from './palette-item.ts'
import { usePaletteStore } from './palette-store.ts'
import { useLatestResult } from './use-latest-result.ts'
import { type FoundUser, useUserFinder, useUserVerb } from './user-verb.ts'

/** What the features offer. */
export interface PaletteOffer {
  screens: readonly Screen[]
  entries: readonly PaletteEntries[]
}

interface Found {
  suggestions: readonly Command[]
  users: readonly FoundUser[]
}

const nothing: Found = { suggestions: [], users: [] }

/** From this score on, a command is certainly meant, and Enter doesn’t wait for users. */
const certainScore = 80
/** Users come after commands that begin with the text, and before those that only contain it. */
const userScore = 70
const exactUserScore = 110

/** What is typed in the palette, and what it offers for it. */
export function usePalette({ screens, entries }: PaletteOffer, typedBefore: string) {
  const account = useAccountsStore().active
  const router = useRouter()
  const store = usePaletteStore()
  const route = useRoute()
  const commands = entries.flatMap(({ useCommands }) => useCommands?.(account) ?? [])
  const verbs = account
    ? usableVerbs([{ use: useUserVerb }, ...entries.flatMap((entry) => entry.verbs ?? [])], account)
    : []
  const findUsers = account && useUserFinder(account)
  const query = ref(typedBefore || (account ? store.textOf(account.id) : ''))
  const typedVerb = computed(() => findVerb(verbs, query.value))

  const { result, failure, isSearching, settled } = useLatestResult(query, lookUp, nothing)

  async function lookUp(): Promise<Found> {
    const typed = typedVerb.value
    if (typed) return { suggestions: await typed.verb.suggest(typed.argument), users: [] }
    return { suggestions: [], users: (await findUsers?.(query.value)) ?? [] }
  }

  const screenItems = computed((): PaletteItem[] => {
    const group = route.meta.title
    return [...openScreenCommands]
      .flatMap((commands) => commands())
      .map((command) => (group ? { ...command, group } : command))
  })
  const ownItems = computed((): PaletteItem[] => [
    ...screenItems.value,
    ...verbs.map(verbItem),
    ...screenCommands(screens, router, account),
    ...commands.flatMap((list) => list()),
  ])
  const recent = computed(() =>
    account ? recentItems(store.recentOf(account.id), ownItems.value) : [],
  )
  const ranked = computed(() => rankCommands(ownItems.value, query.value))
  const users = computed(() =>
    result.value.users.map(({ command, isExact }) => ({
      command: command as PaletteItem,
      score: isExact ? exactUserScore : userScore,
    })),
  )
  const items = computed((): PaletteItem[] => {
    if (!query.value.trim()) return [...recent.value, ...ownItems.value]
    if (typedVerb.value) return [...result.value.suggestions, ...groupByBest(ranked.value)]
    return groupByBest([...ranked.value, ...users.value])
  })

  /** Waits for what is being looked up, unless it is certain already what is meant. */
  async function waitForItems(): Promise<void> {
    const best = ranked.value[0]?.score ?? 0
    const isCertain = !query.value.trim() || (!typedVerb.value && best >= certainScore)
    if (!isCertain) await settled()
  }

  /** Runs a command. If it fails, what was typed is there again the next time. */
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
    const isFixed = ownItems.value.some((one) => one.id === id)
    store.remember(account.id, isFixed ? { id } : { id: 'typed', text: query.value.trim() })
  }

  return {
    account,
    query,
    typedVerb,
    items,
    failure: computed(() => (typedVerb.value ? failure.value : undefined)),
    isSearching,
    waitForItems,
    run,
  }
}

/** The verbs that an account can use. */
function usableVerbs(verbs: readonly VerbEntry[], account: Account): VerbCommand[] {
  return verbs
    .filter(({ writes, admin }) => {
      return (!writes || account.canWrite !== false) && (!admin || account.isAdmin)
    })
    .flatMap(({ use }) => use(account))
}

/** The commands that open a screen. */
function screenCommands(
  screens: readonly Screen[],
  router: Router,
  account: Account | undefined,
): Command[] {
  return screens.flatMap(({ name, path, title, paletteLabel, keywords, admin }): Command[] => {
    const isOfAccount = path.includes(':account')
    if (!keywords || (isOfAccount && !account) || (admin && !account?.isAdmin)) return []
    return [
      {
        id: `go-${name}`,
        label: t(paletteLabel ?? title),
        group: 'app.screens',
        keywords: t(keywords),
        run: () => router.push({ name, params: isOfAccount ? { account: account!.id } : {} }),
      },
    ]
  })
}

/** A verb with what is typed behind it. */
interface TypedVerb {
  verb: VerbCommand
  argument: string
}

/** The verb that a query begins with; the longest one where several do. */
export function findVerb(verbs: readonly VerbCommand[], query: string): TypedVerb | undefined {
  const typed = query.trimStart()
  const [best] = verbs
    .flatMap((verb) => verb.verbs.map((words) => ({ verb, words })))
    .filter(({ words }) => typed.toLowerCase().startsWith(`${words.toLowerCase()} `))
    .sort((a, b) => b.words.length - a.words.length)
  return best && { verb: best.verb, argument: typed.slice(best.words.length).trim() }
}
