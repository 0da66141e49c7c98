import { type WebContents, app, dialog } from 'electron'
import type { Latchkey } from '../core/app.ts'
import { t } from '../core/platform/messages.ts'
import { showContextMenus } from './context-menu.ts'
import { createLinkOpener } from './open-link.ts'
import { currentTime } from '../shared/rules/clock.ts'

/** Blocks navigation, new windows, and webviews. Links open in the system's browser. */
export function setupNavigation(latchkey: Latchkey): void {
  const openLink = createLinkOpener(latchkey)
  app.on('web-contents-created', (_, contents) => {
    const consumeGesture = trackGestures(contents)
    showContextMenus(contents, openLink)
    // A script could send data to other computers through WebRTC, which content security policies don't cover. This
    // restricts it to TCP.
    // guard: webrtc-in-electron
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
    // guard: navigation
    contents.on('will-navigate', (event) => event.preventDefault())
    contents.on('will-frame-navigate', (event) => event.preventDefault())
    contents.on('will-redirect', (event) => event.preventDefault())
    // guard: webview
    contents.on('will-attach-webview', (event) => event.preventDefault())
    // A page with unsaved changes blocks unloading, and Electron doesn't ask the user by itself. A lock can't wait for
    // the answer.
    contents.on('will-prevent-unload', (event) => {
      if (latchkey.lock.isLocked || confirmLeaving()) event.preventDefault()
    })
    // guard: new-windows
    contents.setWindowOpenHandler(({ url }) => {
      void openLink(url, consumeGesture())
      return { action: 'deny' }
    })
  })
}

/** Asks before discarding unsaved changes. */
function confirmLeaving(): boolean {
  const leave = 1
  return (
    dialog.showMessageBoxSync({
      type: 'question',
      message: t('forms.leaveTitle'),
      detail: t('forms.leaveText'),
      buttons: [t('forms.stay'), t('forms.leave')],
      defaultId: 0,
      cancelId: 0,
    }) === leave
  )
}

/** How long (ms) Chromium keeps a user activation. */
const lifetimeMs = 5_000

const gestureTypes = new Set(['mouseDown', 'rawKeyDown', 'keyDown', 'gestureTap'])

/**
 * Tracks clicks and key presses in a window. The returned function uses up a gesture from the last five seconds, if
 * there is one. Electron reports only real input, so scripts can't fake gestures.
 */
export function trackGestures(contents: WebContents, now = currentTime): () => boolean {
  let last = -Infinity
  contents.on('input-event', (_, { type }) => {
    if (gestureTypes.has(type)) last = now()
  })
  return () => {
    const isRecent = now() - last < lifetimeMs
    // guard: gesture-used-up
    last = -Infinity
    return isRecent
  }
}
