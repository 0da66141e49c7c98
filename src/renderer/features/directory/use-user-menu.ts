import type { DirectoryEntry } from '../../../shared/operations/directory.ts'
import { copyText } from '../../ui/clipboard.ts'
import { linkTarget, openInBrowser } from '../../ui/external-link.ts'
import type { MenuItem } from '../../ui/MenuButton.vue'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'

/** The menu of a user in the list. `instance` is the URL of the account’s instance. */
export function useUserMenu(open: (user: DirectoryEntry) => unknown) {
  const { showToast } = useToast(undefined, 'clipboard')

  const webPage = (user: DirectoryEntry, instance: string | undefined) =>
    user.web_url === null ? undefined : linkTarget(user.web_url, instance)

  function menuOf(user: DirectoryEntry, instance: string | undefined): MenuItem[] {
    const copies = (['email', 'username'] as const).filter((field) => user[field])
    const items: (MenuItem | undefined)[] = [
      { id: 'open', label: t('common.open') },
      ...copies.map((id) => ({ id, label: t('common.copyNamed', { what: t(`fields.${id}`) }) })),
      webPage(user, instance) ? { id: 'web', label: t('people.viewOnWeb') } : undefined,
    ]
    return items.filter((item) => item !== undefined)
  }

  async function act(action: string, user: DirectoryEntry, instance: string | undefined) {
    if (action === 'open') return open(user)
    if (action === 'web') return openInBrowser(webPage(user, instance)!)
    const field = action as 'email' | 'username'
    const isCopied = await copyText(user[field] ?? '')
    showToast(t(isCopied ? 'common.copied' : 'common.copyFailed', { what: t(`fields.${field}`) }))
  }

  return { menuOf, act }
}
