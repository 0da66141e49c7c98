import { UserRoundMinus, UserRoundPlus } from '@lucide/vue'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { BasicUser } from '../../../shared/gitlab/user-fields.ts'
import { CallError } from '../../bridge/call-error.ts'
import type { Command, PaletteEntries, VerbCommand } from '../../components/palette/commands.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import { useFollow } from '../../components/people/use-following.ts'
import { nameInSentence } from '../../components/shown-name.ts'
import { findUsers } from '../../components/people/find-users.ts'
import { filterUsers, parseUserSearch } from '../../components/people/user-search.ts'
import { t } from '../../ui/messages.ts'
import { useKnownUsers } from '../../components/palette/use-known-users.ts'
import { useOfflineReason } from '../../components/palette/use-offline-reason.ts'
import { userCommand } from '../../components/palette/user-command.ts'
import { splitAlternatives } from '../../components/palette/split-alternatives.ts'

const maxUsers = 8
/** GitLab only matches partial names that are at least this long. */
const minSearch = 3

/** Handles `follow @maya` and `unfollow @maya`. */
function useFollowVerbs(account: Account): VerbCommand[] {
  const { id } = account
  const latchkey = useLatchkey()
  const { followed } = useKnownUsers(account)
  const { change, failure } = useFollow(id, () => ({ ...account.user, state: 'active' }))
  const offline = useOfflineReason(id)

  async function run(isFollow: boolean, user: BasicUser) {
    const isDone = await change(isFollow, user)
    if (!isDone && failure.value) throw new CallError(failure.value)
  }

  function commandOf(isFollow: boolean, user: BasicUser, objection?: string): Command {
    return userCommand(isFollow ? 'follow' : 'unfollow', user, {
      label: t(isFollow ? 'palette.followUser' : 'palette.unfollowUser', {
        name: nameInSentence(user),
      }),
      group: 'palette.users',
      unavailable: objection ?? offline(),
      run: () => run(isFollow, user),
    })
  }

  async function search(text: string): Promise<BasicUser[]> {
    const users = parseUserSearch(text, text.length < minSearch)
    if (!users || offline() !== undefined) return []
    const { items } = await findUsers(latchkey(id), users)
    return items
  }

  async function suggestFollowing(text: string): Promise<Command[]> {
    if (!text) return []
    const [results, followedUsers] = await Promise.all([search(text), followed()])
    const isFollowed = new Set(followedUsers.map((user) => user.id))
    const users = new Map(results.map((user) => [user.id, user]))
    return [...users.values()].slice(0, maxUsers).map((user) => {
      if (user.id === account.user.id) return commandOf(true, user, t('palette.warn_oneself'))
      return commandOf(
        true,
        user,
        isFollowed.has(user.id) ? t('palette.alreadyFollowing') : undefined,
      )
    })
  }

  async function suggestUnfollowing(text: string): Promise<Command[]> {
    return filterUsers(await followed(), text)
      .slice(0, maxUsers)
      .map((user) => commandOf(false, user))
  }

  return [
    {
      id: 'follow',
      verbs: splitAlternatives('palette.followVerbs'),
      label: t('palette.follow'),
      icon: UserRoundPlus,
      argument: t('palette.followArgument'),
      suggest: suggestFollowing,
    },
    {
      id: 'unfollow',
      verbs: splitAlternatives('palette.unfollowVerbs'),
      label: t('palette.unfollow'),
      icon: UserRoundMinus,
      argument: t('palette.knownUserArgument'),
      suggest: suggestUnfollowing,
    },
  ]
}

export const peoplePalette: PaletteEntries = { verbs: [{ use: useFollowVerbs, writes: true }] }
