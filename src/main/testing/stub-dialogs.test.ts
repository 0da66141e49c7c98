import type { Dialog } from 'electron'
import { describe, expect, it } from 'vitest'
import { textOf } from '../../core/platform/messages.ts'
import { quitQuestion } from '../../shared/rules/unsent.ts'
import { stubDialogs } from './stub-dialogs.ts'

/** A dialog that would wait for the user, like Electron's. */
function stubbed(): Dialog {
  const waits = () => expect.unreachable('A dialog was shown.')
  const dialog = {
    showMessageBoxSync: waits,
    showMessageBox: waits,
    showErrorBox: waits,
    showOpenDialog: waits,
    showOpenDialogSync: waits,
    showSaveDialog: waits,
    showSaveDialogSync: waits,
    showCertificateTrustDialog: waits,
  }
  // Playwright serializes the function to send it to Electron.
  const sent = new Function(`return ${stubDialogs.toString()}`)() as typeof stubDialogs
  sent({ dialog: dialog as unknown as Dialog })
  return dialog as unknown as Dialog
}

describe('stubbed dialogs', () => {
  it('confirm quitting with unsent actions', () => {
    for (const unsent of [
      { kept: 1, lost: 0 },
      { kept: 0, lost: 2 },
    ]) {
      const { message, stay, quit } = quitQuestion(unsent)!
      const options = {
        message: textOf(message),
        buttons: [textOf(stay), textOf(quit)],
        cancelId: 0,
      }
      expect(stubbed().showMessageBoxSync(options)).toBe(1)
    }
  })

  it('confirm leaving a page with unsaved changes', async () => {
    const buttons = ['Stay', 'Leave']
    const options = { message: 'Leave without saving?', buttons, cancelId: 0 }
    expect(stubbed().showMessageBoxSync(options)).toBe(1)
    expect(await stubbed().showMessageBox(options)).toMatchObject({ response: 1 })
  })

  it('cancel everything else without showing anything', async () => {
    const dialog = stubbed()
    const options = { message: 'Open it?', buttons: ['Open', 'Cancel'], cancelId: 1 }
    expect(dialog.showMessageBoxSync(options)).toBe(1)
    expect(await dialog.showMessageBox(options)).toMatchObject({ response: 1 })
    expect(await dialog.showOpenDialog({})).toMatchObject({ canceled: true })
    expect(await dialog.showSaveDialog({})).toMatchObject({ canceled: true })
    expect(dialog.showOpenDialogSync({})).toBeUndefined()
    expect(dialog.showSaveDialogSync({})).toBe('')
    dialog.showErrorBox('A title', 'and a text, which is printed')
  })
})
