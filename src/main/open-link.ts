import { dialog, shell } from 'electron'
import type { Latchkey } from '../core/latchkey.ts'
import { linkForOutside } from '../core/page/external-links.ts'
import type { AccountsSnapshot } from '../shared/app/accounts.ts'

/**
 * Opens links of the page in the system's browser. A link that leads to no instance of an account is opened only after the person
 * saw its host and agreed: a script in the page can open links too, and could write what it knows into one. While a question is open,
 * no other is asked.
 */
export function createLinkOpener(
  latchkey: Pick<Latchkey, 'invoke'>,
): (link: string) => Promise<void> {
  let isAsking = false

  async function isAgreed({ host }: URL): Promise<boolean> {
    // guard: one-link-question
    if (isAsking) return false
    isAsking = true
    try {
      return await agreesToOpen(host)
    } finally {
      isAsking = false
    }
  }

  return async (link) => {
    const answer = await latchkey.invoke('accounts.list', {})
    const { accounts } = answer.ok ? (answer.value as AccountsSnapshot) : { accounts: [] }
    const instances = accounts.map(({ baseUrl }) => baseUrl)
    const checked = linkForOutside(link, instances)
    if (checked === undefined) return
    const url = new URL(checked)
    const isOwn = instances.some((instance) => new URL(instance).origin === url.origin)
    // guard: link-host-shown
    if (!isOwn && !(await isAgreed(url))) return
    await shell.openExternal(checked)
  }
}

async function agreesToOpen(host: string): Promise<boolean> {
  const open = 1
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: `Open ${host} in your browser?`,
    detail: 'This link leads to a site that none of your accounts is on.',
    buttons: ['Cancel', 'Open'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  return response === open
}
