import { type WebPreferences, app } from 'electron'

/** What the page may do in its window: nothing but what a page may. The preload is all that it has of ours. */
export function pagePreferences(preload: string): WebPreferences {
  return {
    preload,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    sandbox: true,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    devTools: !app.isPackaged,
    // Its dictionaries would be fetched from somebody else's servers.
    spellcheck: false,
  }
}
