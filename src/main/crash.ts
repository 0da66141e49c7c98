import { setTimeout as delay } from 'node:timers/promises'
import { type BrowserWindow, app, dialog } from 'electron'
import { Recovery, doesNotAnswer, endsAgain } from '../core/features/diagnostics/recovery.ts'
import { noteCrashes } from '../core/infra/log/crashes.ts'
import type { Log } from '../core/infra/log/log.ts'
import { relaunch } from './installed-path.ts'

/** What is under way may come to its end. */
const patienceMs = 5_000
/** What goes wrong sooner would go wrong again and again. */
const longEnoughSeconds = 60
const quitWords =
  'Something went wrong that nobody expected. Queued actions are kept. Start Latchkey again; the log says more.'

interface Crashing {
  /** Called with what ended unasked, or does not answer: Latchkey or its page. */
  crashed(): void
  end(): Promise<void>
}

/** Notes what ends unasked. A page is loaded again; after an error of ours the queue is closed, and Latchkey starts anew. */
export function setupCrashes(log: Log, { crashed, end }: Crashing): void {
  noteCrashes(process, log, () => {
    crashed()
    const isEnded = end().catch(() => undefined)
    void Promise.race([isEnded, delay(patienceMs)]).then(() => {
      if (process.uptime() > longEnoughSeconds) relaunch()
      else dialog.showErrorBox('Latchkey had to quit', quitWords)
      app.exit(1)
    })
  })
  app.on('child-process-gone', (_, { type, reason, exitCode }) => {
    log.warn('A process of the system around the page ended.', {
      part: type === 'GPU' ? 'gpu' : type === 'Utility' ? 'utility' : 'other',
      end: reason,
      exitCode,
    })
  })
  app.on('browser-window-created', (_, window) => recover(window, log, crashed))
}

function recover(window: BrowserWindow, log: Log, crashed: () => void): void {
  const { webContents: page } = window
  const recovery = new Recovery()
  // The window may be closed while a question is open.
  const reload = () => {
    if (!page.isDestroyed()) page.reload()
  }
  page.on('render-process-gone', (_, { reason, exitCode }) => {
    const next = recovery.after(reason, Date.now())
    if (next === 'nothing') return
    crashed()
    log.error('The page ended.', { part: 'page', end: reason, exitCode })
    if (next === 'load') reload()
    else {
      if (asks(endsAgain) !== 'Try again') return app.quit()
      recovery.startAnew()
      reload()
    }
  })
  window.on('unresponsive', () => {
    crashed()
    log.warn('The page does not answer.', { part: 'page' })
    // Its process ends, and so it is loaded again as above.
    if (asks(doesNotAnswer) === 'Load again' && !page.isDestroyed()) page.forcefullyCrashRenderer()
  })
}

function asks({ message, detail, buttons }: typeof endsAgain | typeof doesNotAnswer) {
  const answer = dialog.showMessageBoxSync({
    type: 'warning',
    message,
    detail,
    buttons: [...buttons],
    defaultId: 0,
    cancelId: 0,
  })
  return buttons[answer]
}
