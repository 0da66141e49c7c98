import { type WebPreferences, app } from 'electron'

/** Gives the page only the capabilities of a web page, plus the preload. */
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
    // Only macOS has a spell checker; see `setupNetwork` for the other systems.
    spellcheck: process.platform === 'darwin',
  }
}
