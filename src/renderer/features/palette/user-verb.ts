import { UserRound } from '@lucide/vue'
import { useRouter } from 'vue-router'
import type { Account } from '../../../shared/operations/accounts.ts'
import { parseIdSearch } from '../../../shared/rules/id-search.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import type { Command, VerbCommand } from '../../components/palette/commands.ts'
import { findUsers } from '../../components/people/find-users.ts'
import { parseUserSearch } from '../../components/people/user-search.ts'
import { shownName } from '../../components/shown-name.ts'
import { t } from '../../ui/messages.ts'
import { useDirectorySearch } from '../../components/palette/use-directory-search.ts'
import { useKnownUsers } from '../../components/palette/use-known-users.ts'
import { useOfflineReason } from '../../components/palette/use-offline-reason.ts'
import { userCommand } from '../../components/palette/user-command.ts'
import { splitAlternatives } from '../../components/palette/split-alternatives.ts'

type ShownUser = Parameters<typeof userCommand>[1]

const maxUsers = 8
/** GitLab only matches partial names that are at least this long. */
export const minServiceSearch = 3

/** A user who matches the text, and whether a name is the text or starts with it. */
export interface FoundUser {
  command: Command
  match: 'exact' | 'start' | 'other'
}

/** The users that match a query. */
export interface FoundUsers {
  users: FoundUser[]
  /** Set if no user matches and these are only similar. */
  similar?: true
  /** A note about the result, for example if the list is still loading. */
  note?: string
}

export const noUsers: FoundUsers = { users: [] }

/** Finds users by text. */
export function useUserFinder(account: Account) {
  const router = useRouter()
  const latchkey = useLatchkey()
  const searchDirectory = useDirectorySearch(account)
  const knownUsers = useKnownUsers(account)
  const offline = useOfflineReason(account.id)
  const { isAdmin } = account

  function found(user: ShownUser, text: string): FoundUser {
    const name = isAdmin ? 'admin-user' : 'person'
    const names = [user.username, user.email].map((name) => name?.toLowerCase())
    const start = text.replace(/^@/, '')
    const isExact = user.id === parseIdSearch(text) || names.includes(start)
    const isStart = [...names, user.name.toLowerCase()].some((name) => name?.startsWith(start))
    return {
      command: userCommand('user', user, {
        label: shownName(user),
        group: 'palette.users',
        run: () => router.push({ name, params: { account: account.id, id: user.id } }),
      }),
      match: isExact ? 'exact' : isStart ? 'start' : 'other',
    }
  }

  /** Finds users without a request. Administrators search the local directory, others only users they already know. */
  async function findHere(typed: string): Promise<FoundUsers> {
    const text = typed.trim().toLowerCase()
    if (!text.replace(/^@/, '')) return noUsers
    if (!isAdmin) {
      const users = knownUsers.find(text).slice(0, maxUsers)
      return { users: users.map((user) => found(user, text)) }
    }
    const { users, ...others } = await searchDirectory(text, true)
    return { users: users.map((user) => found(user, text)), ...others }
  }

  /** Finds users on GitLab. */
  async function findOnService(typed: string): Promise<FoundUser[]> {
    const text = typed.trim().toLowerCase()
    const search = parseUserSearch(text, false)
    const isNamed = search?.username !== undefined || parseIdSearch(text) !== undefined
    const isTooShort = !isNamed && text.length < minServiceSearch
    if (!search || isTooShort || offline() !== undefined) return []
    const { items } = await findUsers(latchkey(account.id), search)
    const users = new Map(items.map((user) => [user.id, user]))
    return [...users.values()].slice(0, maxUsers).map((user) => found(user, text))
  }

  return { findHere, findOnService }
}

/** Handles `user kofi`. */
export function useUserVerb(account: Account): VerbCommand {
  const { findHere } = useUserFinder(account)
  return {
    id: 'user',
    verbs: splitAlternatives('palette.userVerbs'),
    label: t('palette.openUser'),
    icon: UserRound,
    argument: t(account.isAdmin ? 'palette.userArgument' : 'palette.followArgument'),
    suggest: async (text) => (await findHere(text)).users.map(({ command }) => command),
  }
}
