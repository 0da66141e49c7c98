import { setTimeout as delay } from 'node:timers/promises'
import { app, dialog } from 'electron'
import type { Latchkey } from '../core/app.ts'
import { printError } from '../core/platform/log/output.ts'
import { textOf } from '../core/platform/messages.ts'
import { quitQuestion } from '../shared/rules/unsent.ts'

/** How long (ms) requests in progress may take to finish. */
const maxWaitMs = 10_000

interface Options {
  /** Whether Latchkey keeps running without a visible window. */
  staysInTray(): boolean
  /** Called after a closed window was hidden instead. */
  onHide(): void
  /** May take a moment. */
  end(): Promise<void>
}

/** Hides closed windows while Latchkey keeps running, and asks before quitting with unsent actions. */
export function setupQuitting(
  latchkey: Latchkey,
  { staysInTray, onHide: hidden, end }: Options,
): void {
  let isAgreed = false
  let isQuitting = false
  let isEnding = false
  let isEnded = false

  let isAsking = false
  const isConfirmed = () => {
    // The user can close the window again while the dialog is open.
    if (isAsking) return false
    isAsking = true
    try {
      return (isAgreed ||= confirmQuit(latchkey))
    } finally {
      isAsking = false
    }
  }
  app.on('before-quit', (event) => {
    isQuitting = isConfirmed()
    if (!isQuitting) event.preventDefault()
  })
  app.on('browser-window-created', (_, window) => {
    // Without a window Latchkey quits, except on macOS.
    window.on('close', (event) => {
      if (!isQuitting && staysInTray()) {
        event.preventDefault()
        window.hide()
        hidden()
      } else if (process.platform !== 'darwin' && !isConfirmed()) event.preventDefault()
    })
    // The page has unsaved changes, so the next attempt to quit asks again.
    window.webContents.on('will-prevent-unload', (event) => {
      if (!event.defaultPrevented) isAgreed = isQuitting = false
    })
  })
  app.on('will-quit', (event) => {
    if (isEnded) return
    event.preventDefault()
    if (isEnding) return
    isEnding = true
    void Promise.race([end(), delay(maxWaitMs)])
      .catch((error: unknown) => printError(process, String(error)))
      .finally(() => {
        isEnded = true
        app.quit()
      })
  })
}

function confirmQuit(latchkey: Latchkey): boolean {
  const question = quitQuestion(latchkey.unsent())
  if (!question) return true
  const buttons = [textOf(question.stay), textOf(question.quit)]
  const answer = dialog.showMessageBoxSync({
    type: 'question',
    message: textOf(question.message),
    detail: textOf(question.detail),
    buttons,
    defaultId: 0,
    cancelId: 0,
  })
  return answer === 1
}
