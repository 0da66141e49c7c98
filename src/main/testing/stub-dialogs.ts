import type { Dialog, MessageBoxSyncOptions } from 'electron'

/**
 * Closes all of the app's dialogs immediately so that tests don't wait for one: confirms quitting and leaving, and
 * cancels everything else. Only this function's source reaches Electron, so it must be self-contained.
 */
export function stubDialogs({ dialog }: { dialog: Dialog }): void {
  const answerTo = (...args: unknown[]) => {
    const { buttons = [], cancelId = 0 } = args.at(-1) as MessageBoxSyncOptions
    const confirmIndex = buttons.findIndex((button) => /^(Quit|Leave)\b/.test(button))
    return confirmIndex === -1 ? cancelId : confirmIndex
  }
  const stubs: Partial<Dialog> = {
    showMessageBoxSync: answerTo,
    showMessageBox: async (...args: unknown[]) => ({
      response: answerTo(...args),
      checkboxChecked: false,
    }),
    showErrorBox: (title, content) => void process.stderr.write(`${title}: ${content}\n`),
    showOpenDialogSync: () => undefined,
    showOpenDialog: async () => ({ canceled: true, filePaths: [] }),
    showSaveDialogSync: () => '',
    showSaveDialog: async () => ({ canceled: true, filePath: '' }),
    showCertificateTrustDialog: async () => undefined,
  }
  Object.assign(dialog, stubs)
}
