import { dialog, shell } from 'electron'
import type { Latchkey } from '../core/app.ts'
import { t } from '../core/platform/messages.ts'
import { checkExternalLink } from '../core/platform/page/external-links.ts'
import type { AccountsSnapshot } from '../shared/operations/accounts.ts'

/**
 * Opens the page's links in the system's browser. Links to an account's instance open directly if the user clicked or
 * pressed a key. All other links show their host or address and ask first, because a script could put data into them.
 * Only one prompt is open at a time.
 */
export function createLinkOpener(
  latchkey: Pick<Latchkey, 'invoke'>,
): (link: string, hasGesture: boolean) => Promise<void> {
  let isAsking = false

  async function confirmOnce(url: URL, isOwn: boolean): Promise<boolean> {
    // guard: one-link-question
    if (isAsking) return false
    isAsking = true
    try {
      return await confirmOpening(url, isOwn)
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
    if (!isTrusted && !(await confirmOnce(url, isOwn))) return
    await shell.openExternal(checked)
  }
}

/** Starts a sign-in in the system's browser, with an address of Latchkey's own listener. */
export async function openBrowser(url: string): Promise<void> {
  // guard: own-listener
  if (/^http:\/\/127\.0\.0\.1:\d+\/start\/[\w-]+$/.test(url)) await shell.openExternal(url)
}

async function confirmOpening(url: URL, isOwn: boolean): Promise<boolean> {
  const open = 1
  const isEmail = url.protocol === 'mailto:'
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: isEmail
      ? t('host.writeEmail', { address: decodeURIComponent(url.pathname) })
      : t('host.openLink', { host: url.host }),
    detail: isEmail ? '' : t(isOwn ? 'host.linkNotClicked' : 'host.linkOfOtherSite'),
    buttons: [t('common.cancel'), t('common.open')],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  return response === open
}
