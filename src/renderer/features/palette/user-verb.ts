import { useRouter } from 'vue-router'
import type { Account } from '../../../shared/operations/accounts.ts'
import { parseIdSearch } from '../../../shared/rules/id-search.ts'
import type { Command, VerbCommand } from '../../components/palette/commands.ts'
import { shownName } from '../../components/shown-name.ts'
import { t } from '../../ui/messages.ts'
import { useDirectorySearch } from '../../components/palette/use-directory-search.ts'
import { useKnownUsers } from '../../components/palette/use-known-users.ts'
import { userCommand } from '../../components/palette/user-command.ts'
import { splitAlternatives } from '../../components/palette/split-alternatives.ts'

type ShownUser = Parameters<typeof userCommand>[1]

/** A user that was found, and whether the text names exactly this one. */
export interface FoundUser {
  command: Command
  isExact: boolean
}

/** Finds users by a text: administrators in the local directory, others among the users they know. */
export function useUserFinder(account: Account): (text: string) => Promise<FoundUser[]> {
  const router = useRouter()
  const searchDirectory = useDirectorySearch(account)
  const known = useKnownUsers(account)
  const { isAdmin } = account

  const found = (user: ShownUser, text: string): FoundUser => {
    const name = isAdmin ? 'admin-user' : 'person'
    const names = [user.username, user.email].map((one) => one?.toLowerCase())
    return {
      command: userCommand('user', user, {
        label: shownName(user),
        group: 'palette.users',
        run: () => router.push({ name, params: { account: account.id, id: user.id } }),
      }),
      isExact: user.id === parseIdSearch(text) || names.includes(text.replace(/^@/, '')),
    }
  }

  return async (typed) => {
    const text = typed.trim().toLowerCase()
    if (!text.replace(/^@/, '')) return []
    const users: ShownUser[] = isAdmin
      ? (await searchDirectory(text)).users
      : known.find(text).slice(0, 8)
    return users.map((user) => found(user, text))
  }
}

/** `user kofi` */
export function useUserVerb(account: Account): VerbCommand {
  const find = useUserFinder(account)
  return {
    id: 'user',
    verbs: splitAlternatives('palette.userVerbs'),
    label: t('palette.openUser'),
    argument: t(account.isAdmin ? 'palette.userArgument' : 'palette.knownUserArgument'),
    suggest: async (text) => (await find(text)).map(({ command }) => command),
  }
}
