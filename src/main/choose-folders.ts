import { BrowserWindow, type OpenDialogOptions, dialog } from 'electron'

let open: Promise<string[]> | undefined

/** Opens a folder dialog. Only one is open at a time. */
export function chooseFolders(): Promise<string[]> {
  return (open ??= ask().finally(() => (open = undefined)))
}

async function ask(): Promise<string[]> {
  const options: OpenDialogOptions = { properties: ['openDirectory', 'multiSelections'] }
  const window = BrowserWindow.getFocusedWindow()
  const { filePaths } = await (window
    ? dialog.showOpenDialog(window, options)
    : dialog.showOpenDialog(options))
  return filePaths
}
