import { setTimeout as delay } from 'node:timers/promises'
import { type BrowserWindow, app, dialog } from 'electron'
import {
  type RecoveryQuestion,
  PageRecovery,
  pageCrashes,
  pageUnresponsive,
} from '../core/features/diagnostics/page-recovery.ts'
import { logCrashes } from '../core/platform/log/crashes.ts'
import type { Log } from '../core/platform/log/log.ts'
import { t } from '../core/platform/messages.ts'
import { relaunch } from './installed-path.ts'
import { currentTime } from '../shared/rules/clock.ts'

/** How long (ms) requests in progress may take to finish. */
const maxWaitMs = 5_000
/** An error earlier than this would probably happen again after a relaunch. */
const longEnoughSeconds = 60

/** Logs crashes. Reloads a crashed page; after an uncaught error, closes the queue and relaunches Latchkey. */
export function setupCrashes(log: Log, end: () => Promise<void>): void {
  logCrashes(process, log, () => {
    const isEnded = end().catch(() => undefined)
    void Promise.race([isEnded, delay(maxWaitMs)]).then(() => {
      if (process.uptime() > longEnoughSeconds) relaunch()
      else dialog.showErrorBox(t('host.crashed'), t('host.crashedHint'))
      app.exit(1)
    })
  })
  app.on('child-process-gone', (_, { type, reason, exitCode }) => {
    log.warn('A Chromium helper process ended.', {
      part: type === 'GPU' ? 'gpu' : type === 'Utility' ? 'utility' : 'other',
      end: reason,
      exitCode,
    })
  })
  app.on('browser-window-created', (_, window) => recoverPage(window, log))
}

function recoverPage(window: BrowserWindow, log: Log): void {
  const { webContents: page } = window
  const recovery = new PageRecovery()
  // The user may close the window while the dialog is open.
  const reload = () => {
    if (!page.isDestroyed()) page.reload()
  }
  page.on('render-process-gone', (_, { reason, exitCode }) => {
    const next = recovery.actionAfter(reason, currentTime())
    if (next === 'nothing') return
    log.error('The page ended.', { part: 'page', end: reason, exitCode })
    if (next === 'load') reload()
    else {
      if (askUser(pageCrashes) !== 'retry') return app.quit()
      recovery.reset()
      reload()
    }
  })
  window.on('unresponsive', () => {
    log.warn('The page is unresponsive.', { part: 'page' })
    // This ends the page's process, which triggers the reload above.
    if (askUser(pageUnresponsive) === 'reload' && !page.isDestroyed())
      page.forcefullyCrashRenderer()
  })
}

function askUser<Answer extends string>(question: RecoveryQuestion<Answer>): Answer | undefined {
  const { message, detail, answers, labels } = question
  const answer = dialog.showMessageBoxSync({
    type: 'warning',
    message: t(message),
    detail: t(detail),
    buttons: answers.map((one) => t(labels[one])),
    defaultId: 0,
    cancelId: 0,
  })
  return answers[answer]
}
