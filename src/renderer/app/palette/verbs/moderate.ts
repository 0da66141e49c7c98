import type { Account } from '../../../../shared/app/accounts.ts'
import type { DirectoryEntry } from '../../../../shared/app/directory.ts'
import { objectionTo } from '../../../../shared/moderation.ts'
import type { ModerationAction } from '../../../../shared/moderation.ts'
import type { Command, VerbCommand } from '../../../data/commands.ts'
import { useLatchkey } from '../../../data/latchkey.ts'
import { actionLabel, actionTitle } from '../../../data/moderation/moderation-messages.ts'
import { useModeration } from '../../../data/moderation/use-moderation.ts'
import { t, textOf } from '../../../ui/messages.ts'
import { useDirectorySearch } from './use-directory-search.ts'
import { noteCommand, userCommand } from './user-command.ts'
import { wordsOf } from './verb-words.ts'

/** The actions on one user that need no further confirmation. */
const actions = ['block', 'unblock', 'ban', 'unban', 'deactivate', 'activate', 'approve'] as const
type PaletteAction = (typeof actions)[number]

/** Actions that lock out an administrator. */
const lockingOut: readonly ModerationAction[] = ['block', 'ban', 'deactivate']

/** `block @kofi`: queues the action, which can be undone until it is sent. */
export function useModerationVerbs(account: Account): VerbCommand[] {
  const search = useDirectorySearch(account)
  const { enqueue } = useModeration(account.id)
  const latchkey = useLatchkey()

  /** Whether no other administrator could sign in. What can’t be counted is not said. */
  async function hasOneAdministrator(): Promise<boolean> {
    const filters = [{ admins: true as const, active: true as const }]
    const counts = await latchkey(account.id)
      .directory.count({ filters })
      .catch(() => [])
    return counts[0] === 1
  }

  async function suggest(action: PaletteAction, text: string): Promise<Command[]> {
    const { users, note } = await search(text)
    const isLastAdmin =
      lockingOut.includes(action) &&
      users.some(({ is_admin }) => is_admin) &&
      (await hasOneAdministrator())
    const commands = users.map((user) =>
      userCommand(action, user, {
        label: actionTitle({ action, target: user }),
        group: 'palette.users',
        warnings: warningsOf(user, account, isLastAdmin),
        unavailable: objectionOf(action, user, account),
        run: () => enqueue(action, user),
      }),
    )
    // Those that can’t be done come last, so that Enter does the obvious.
    const sorted = commands.toSorted(
      (a, b) => Number(a.unavailable !== undefined) - Number(b.unavailable !== undefined),
    )
    return note === undefined ? sorted : [...sorted, noteCommand(note, 'palette.users')]
  }

  return actions.map((action) => ({
    id: action,
    verbs: wordsOf(`palette.${action}Verbs`),
    label: t('palette.moderate', { action: actionLabel(action) }),
    argument: t('palette.userArgument'),
    suggest: (text) => suggest(action, text),
  }))
}

function warningsOf(user: DirectoryEntry, account: Account, isLastAdmin: boolean): string[] {
  return [
    user.id === account.user.id && t('palette.you'),
    user.is_admin && t(isLastAdmin ? 'palette.lastAdministrator' : 'palette.administrator'),
    user.bot && t('palette.bot'),
  ].filter((text) => typeof text === 'string')
}

function objectionOf(action: ModerationAction, user: DirectoryEntry, account: Account) {
  if (user.pending) return t('user.alreadyQueued')
  const objection = objectionTo(action, user, { id: account.user.id, now: Date.now() })
  return objection && textOf(objection.text)
}
