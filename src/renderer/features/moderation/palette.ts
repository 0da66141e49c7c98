import { ListChecks, ShieldBan } from '@lucide/vue'
import { useRouter } from 'vue-router'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { DirectoryEntry } from '../../../shared/operations/directory.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import { currentTime } from '../../../shared/rules/clock.ts'
import { objectionTo } from '../../../shared/rules/moderation.ts'
import type { ModerationAction } from '../../../shared/rules/moderation.ts'
import type { Command, PaletteEntries, VerbCommand } from '../../components/palette/commands.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import { actionWarnings, countAdministrators } from '../../components/moderation/action-warnings.ts'
import { actionLabel, actionTitle } from '../../components/moderation/moderation-messages.ts'
import { useModeration } from '../../components/moderation/use-moderation.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { t, textOf } from '../../ui/messages.ts'
import { useDirectorySearch } from '../../components/palette/use-directory-search.ts'
import { noteCommand, userCommand } from '../../components/palette/user-command.ts'
import { nameInSentence } from '../../components/shown-name.ts'
import { searchWords } from '../../components/palette/search-words.ts'
import { splitAlternatives } from '../../components/palette/split-alternatives.ts'

/** Actions on a single user that don’t need further confirmation. */
const actions = ['block', 'unblock', 'ban', 'unban', 'deactivate', 'activate', 'approve'] as const
type PaletteAction = (typeof actions)[number]

/** Other names for some of the actions. */
const keywords: Readonly<Partial<Record<PaletteAction, MessageId>>> = {
  block: 'palette.blockKeywords',
  ban: 'palette.banKeywords',
  deactivate: 'palette.deactivateKeywords',
  approve: 'palette.approveKeywords',
}

/** `block @kofi`: queues an action, which can be undone until it is sent. */
function useModerationVerbs(account: Account): VerbCommand[] {
  const search = useDirectorySearch(account)
  const { enqueue } = useModeration(account.id)
  const latchkey = useLatchkey()

  async function suggest(action: PaletteAction, text: string): Promise<Command[]> {
    const { users, note } = await search(text)
    // The warning is omitted if there is no count.
    const activeAdministrators = users.some(({ is_admin }) => is_admin)
      ? await countAdministrators(latchkey, account.id).catch(() => undefined)
      : undefined
    const context = { ownId: account.user.id, activeAdministrators }
    const commands = users.map((user) =>
      userCommand(action, user, {
        label: actionTitle({ action, target: user }),
        group: 'palette.users',
        warnings: warningsOf(action, user, context),
        unavailable: objectionOf(action, user, account),
        run: () => enqueue(action, user),
      }),
    )
    // Unavailable commands are last, so Enter runs the obvious one.
    const sorted = commands.toSorted(
      (a, b) => Number(a.unavailable !== undefined) - Number(b.unavailable !== undefined),
    )
    return note === undefined ? sorted : [...sorted, noteCommand(note, 'palette.users')]
  }

  return actions.map((action) => ({
    id: action,
    verbs: splitAlternatives(`palette.${action}Verbs`),
    label: t('palette.moderate', { action: actionLabel(action) }),
    icon: ShieldBan,
    ...(keywords[action] && { keywords: searchWords(keywords[action]) }),
    argument: t('palette.userArgument'),
    suggest: (text) => suggest(action, text),
  }))
}

/** `offboard @kofi`: opens the offboarding plan, where the steps are selected and confirmed. */
function useOffboardVerb({ id: account }: Account): VerbCommand {
  const router = useRouter()
  const search = useDirectorySearch({ id: account })

  const commandOf = (user: DirectoryEntry): Command =>
    userCommand('offboard', user, {
      label: t('palette.offboardUser', { name: nameInSentence(user) }),
      group: 'palette.users',
      run: () =>
        router.push({
          name: 'bulk',
          params: { account },
          query: { user: user.id, plan: 'offboard' },
        }),
    })

  return {
    id: 'offboard',
    verbs: splitAlternatives('palette.offboardVerbs'),
    label: t('palette.offboard'),
    icon: ListChecks,
    keywords: searchWords('palette.offboard', 'palette.offboardKeywords'),
    argument: t('palette.userArgument'),
    suggest: async (text) => (await search(text)).users.map(commandOf),
  }
}

function warningsOf(
  action: ModerationAction,
  user: DirectoryEntry,
  context: Parameters<typeof actionWarnings>[2],
): string[] {
  const warnings = actionWarnings(action, user, context).map((warning) =>
    t(`palette.warn_${warning}`),
  )
  const { look_alike: lookAlike } = user
  if (!lookAlike) return warnings
  return [...warnings, t('people.looksLike', { username: bidiIsolate(lookAlike.username) })]
}

function objectionOf(action: ModerationAction, user: DirectoryEntry, account: Account) {
  if (user.pending) return t('user.alreadyQueued')
  const objection = objectionTo(action, user, { id: account.user.id, now: currentTime() })
  return objection && textOf(objection.text)
}

export const moderationPalette: PaletteEntries = {
  verbs: [
    { use: useModerationVerbs, writes: true, admin: true },
    { use: useOffboardVerb, writes: true, admin: true },
  ],
}
