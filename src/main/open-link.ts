import { dialog, shell } from 'electron'
import type { Latchkey } from '../core/app.ts'
import { t } from '../core/platform/messages.ts'
import { checkExternalLink } from '../core/platform/page/external-links.ts'
import type { AccountsSnapshot } from '../shared/operations/accounts.ts'

/**
 * Opens links of the page in the system's browser. A click or key opens a link to an account's instance. Any other link is opened
 * only after the user saw its host and agreed, as is one without a click or key: a script in the page can open links too, and
 * could put data into one. While a question is open, no other is asked.
 */
export function createLinkOpener(
  latchkey: Pick<Latchkey, 'invoke'>,
): (link: string, hasGesture: boolean) => Promise<void> {
  let isAsking = false

  async function confirmOnce(host: string, isOwn: boolean): Promise<boolean> {
    // guard: one-link-question
    if (isAsking) return false
    isAsking = true
    try {
      return await confirmOpening(host, isOwn)
    } finally {
      isAsking = false
    }
  }

  return async (link, hasGesture) => {
    const answer = await latchkey.invoke('accounts.list', {})
    const { accounts } = answer.ok ? (answer.value as AccountsSnapshot) : { accounts: [] }
    const instances = accounts.map(({ baseUrl }) => baseUrl)
    const checked = checkExternalLink(link, instances)
    if (checked === undefined) return
    const url = new URL(checked)
    const isOwn = instances.some((instance) => new URL(instance).origin === url.origin)
    // guard: link-gesture
    const isTrusted = isOwn && hasGesture
    // guard: link-host-shown
    if (!isTrusted && !(await confirmOnce(url.host, isOwn))) return
    await shell.openExternal(checked)
  }
}

async function confirmOpening(host: string, isOwn: boolean): Promise<boolean> {
  const open = 1
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: t('host.openLink', { host }),
    detail: isOwn ? t('host.linkNotClicked') : t('host.linkOfOtherSite'),
    buttons: [t('common.cancel'), t('common.open')],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  return response === open
}
