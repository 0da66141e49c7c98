import { setTimeout as delay } from 'node:timers/promises'
import { app, dialog } from 'electron'
import type { Latchkey } from '../core/app.ts'
import type { LaunchRequests } from '../core/features/desktop/launch-requests.ts'
import { printError } from '../core/platform/log/output.ts'
import { textOf } from '../core/platform/messages.ts'
import { quitQuestion } from '../shared/rules/unsent.ts'
import { argumentsToKeep } from './arguments.ts'
import { relaunch } from './installed-path.ts'

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

const declineListeners = new Set<() => void>()

/** Calls back whenever the user decides not to quit after all. */
export function onQuitDeclined(listener: () => void): void {
  declineListeners.add(listener)
}

/**
 * Restarts Latchkey if it is already closing, and returns whether it is. A window would open over closed files then.
 * Links and files are opened after the restart.
 */
export type RestartIfClosing = (requests?: LaunchRequests) => boolean

/** Hides closed windows while Latchkey keeps running, and asks before quitting with unsent actions. */
export function setupQuitting(
  latchkey: Latchkey,
  { staysInTray, onHide: hidden, end }: Options,
): RestartIfClosing {
  let isAgreed = false
  let isQuitting = false
  let isEnding = false
  let isEnded = false
  /** The arguments to restart with after closing, if somebody asked for it. */
  let restartArguments: string[] | undefined

  const decline = () => {
    for (const listener of declineListeners) listener()
  }
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
    if (isQuitting) return
    event.preventDefault()
    decline()
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
      if (event.defaultPrevented) return
      isAgreed = isQuitting = false
      decline()
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
        if (restartArguments) relaunch(restartArguments)
        app.quit()
      })
  })
  return ({ link, files } = { files: [] }) => {
    if (!isEnding) return false
    const requested = link === undefined ? files : [link]
    restartArguments = [...(restartArguments ?? argumentsToKeep(process.argv)), ...requested]
    return true
  }
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
