import { type WebPreferences, app } from 'electron'

/** What the page may do in its window: nothing but what a page may. The preload is all that it has of ours. */
export function pagePreferences(preload: string): WebPreferences {
  return {
    // guard: blink-features
    preload,
    // guard: preference-context-isolation
    contextIsolation: true,
    // guard: preference-node-integration
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    // guard: preference-sandbox
    sandbox: true,
    // guard: preference-web-security
    webSecurity: true,
    // guard: preference-allow-running-insecure-content
    allowRunningInsecureContent: false,
    // guard: preference-experimental-features
    experimentalFeatures: false,
    // guard: preference-webview-tag
    webviewTag: false,
    navigateOnDragDrop: false,
    devTools: !app.isPackaged,
    // macOS brings a spelling checker; elsewhere dictionaries would be fetched from somebody else's servers.
    spellcheck: process.platform === 'darwin',
  }
}
