import { app } from 'electron'
import { describeError } from '../../core/infra/log/describe-error.ts'
import { t } from '../../core/infra/messages.ts'
import { CheckFailed } from '../../core/self-test/run-checks.ts'

/** Collects errors outside the checks. Without it Electron would open a dialog and wait. */
export function collectUnexpectedErrors(): { check(): void; stop(): void } {
  const notes: string[] = []
  const note = (error: unknown) => void notes.push(describeError(error))
  process.on('uncaughtException', note)
  process.on('unhandledRejection', note)
  app.on('render-process-gone', (_, _contents, { reason }) => {
    notes.push(`page-process-ended (${reason})`)
  })
  return {
    check() {
      if (notes.length > 0) throw new CheckFailed(t('selfTest.otherErrors', { errors: notes }))
    },
    stop() {
      process.off('uncaughtException', note)
      process.off('unhandledRejection', note)
    },
  }
}
