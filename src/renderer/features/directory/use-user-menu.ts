import type { DirectoryEntry } from '../../../shared/operations/directory.ts'
import { currentTime } from '../../../shared/rules/clock.ts'
import { type ModerationAction, objectionTo } from '../../../shared/rules/moderation.ts'
import { actionLabel } from '../../components/moderation/moderation-messages.ts'
import { moderationKeys } from '../../components/moderation/moderation-keys.ts'
import { copyText } from '../../ui/clipboard.ts'
import { linkTarget, openInBrowser } from '../../ui/external-link.ts'
import type { MenuItem } from '../../ui/MenuButton.vue'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'

/** What a user’s menu depends on besides the user. */
interface UserContext {
  instance: string | undefined
  /** The ID of the account’s own user. */
  ownId: number | undefined
  /** How many users are selected if this is one of them. Actions are then for all of these, whose states may differ. */
  selectedCount: number
  /** Why nothing can be done to users at the moment. */
  objection: string | undefined
}

const actions = Object.keys(moderationKeys) as (keyof typeof moderationKeys)[]

/** The menu of a user in the list. `instance` is the URL of the account’s instance. */
export function useUserMenu(
  open: (user: DirectoryEntry) => unknown,
  moderate: (action: ModerationAction, user: DirectoryEntry) => unknown,
) {
  const { showToast } = useToast(undefined, 'clipboard')

  const webPage = (user: DirectoryEntry, instance: string | undefined) =>
    user.web_url === null ? undefined : linkTarget(user.web_url, instance)

  function menuOf(
    user: DirectoryEntry,
    { instance, ownId, selectedCount, objection }: UserContext,
  ): MenuItem[] {
    const isAllowed = (action: ModerationAction) =>
      selectedCount > 1 || !objectionTo(action, user, { id: ownId ?? 0, now: currentTime() })
    const copies = (['email', 'username'] as const).filter((field) => user[field])
    const items: (MenuItem | undefined)[] = [
      { id: 'open', label: t('common.open') },
      ...copies.map((id) => ({ id, label: t('common.copyNamed', { what: t(`fields.${id}`) }) })),
      webPage(user, instance) ? { id: 'web', label: t('people.viewOnWeb') } : undefined,
      ...actions.filter(isAllowed).map((id) => ({
        id,
        label:
          selectedCount > 1
            ? t('directory.actionForSelected', { action: actionLabel(id), count: selectedCount })
            : t('directory.action', { action: actionLabel(id) }),
        shortcut: moderationKeys[id],
        objection,
      })),
    ]
    return items.filter((item) => item !== undefined)
  }

  async function act(action: string, user: DirectoryEntry, instance: string | undefined) {
    if (action === 'open') return open(user)
    if (action === 'web') return openInBrowser(webPage(user, instance)!)
    if (action in moderationKeys) return moderate(action as ModerationAction, user)
    const field = action as 'email' | 'username'
    const isCopied = await copyText(user[field] ?? '')
    showToast(t(isCopied ? 'common.copied' : 'common.copyFailed', { what: t(`fields.${field}`) }))
  }

  return { menuOf, act }
}
