import { app, dialog, shell } from 'electron'
import type { Latchkey } from '../core/latchkey.ts'
import { linkForOutside } from '../core/page/external-links.ts'
import type { AccountsSnapshot } from '../shared/app/accounts.ts'

/** The page stays where it is: no navigation, no windows, no webviews. Links open in the system's browser. */
export function setupNavigation(latchkey: Latchkey): void {
  app.on('web-contents-created', (_, contents) => {
    // guard: navigation
    contents.on('will-navigate', (event) => event.preventDefault())
    contents.on('will-frame-navigate', (event) => event.preventDefault())
    contents.on('will-redirect', (event) => event.preventDefault())
    // guard: webview
    contents.on('will-attach-webview', (event) => event.preventDefault())
    // A page with unsaved changes holds on to itself, and Electron asks nobody by itself. A lock does not wait for an answer.
    contents.on('will-prevent-unload', (event) => {
      if (latchkey.lock.isLocked || mayLeave()) event.preventDefault()
    })
    // guard: new-windows
    contents.setWindowOpenHandler(({ url }) => {
      void openOutside(url, latchkey)
      return { action: 'deny' }
    })
  })
}

/** Asks the person, who may have typed something that is not saved. */
function mayLeave(): boolean {
  const leave = 1
  return (
    dialog.showMessageBoxSync({
      type: 'question',
      message: 'Leave without saving?',
      detail: 'What you typed and did not save would be lost.',
      buttons: ['Stay', 'Leave'],
      defaultId: 0,
      cancelId: 0,
    }) === leave
  )
}

async function openOutside(url: string, latchkey: Latchkey): Promise<void> {
  const answer = await latchkey.invoke('accounts.list', {})
  const { accounts } = answer.ok ? (answer.value as AccountsSnapshot) : { accounts: [] }
  const instances = accounts.map(({ baseUrl }) => baseUrl)
  const link = linkForOutside(url, instances)
  if (link !== undefined) await shell.openExternal(link)
}
