import { readFile } from 'node:fs/promises'
import { type WebContents, app } from 'electron'
import { t } from '../../core/infra/messages.ts'
import { type Check, CheckFailed, CheckSkipped } from '../../core/self-test/checks.ts'

/** Whether the system shuts a process in. */
export type IsSandboxed = (pid: number) => Promise<boolean>

/** Looks whether the process of the page is in Chromium's sandbox. Root, containers and some AppImages go without. */
export function sandboxCheck(
  page: () => WebContents,
  isSandboxed: IsSandboxed = isProcessSandboxed,
): Check {
  return {
    name: 'sandbox',
    needs: ['page'],
    async run() {
      if (app.commandLine.hasSwitch('no-sandbox')) {
        throw new CheckSkipped(t('selfTest.sandboxOff'))
      }
      if (await isSandboxed(page().getOSProcessId())) return t('selfTest.sandboxPassed')
      throw new CheckFailed(t('selfTest.sandboxMissing'))
    },
  }
}

async function isProcessSandboxed(pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    return filtersCalls(await readFile(`/proc/${pid}/status`, 'utf8'))
  }
  return app.getAppMetrics().some((metric) => metric.pid === pid && metric.sandboxed === true)
}

/** Whether a process of Linux, by its status, is refused system calls. Electron tells it of other systems alone. */
export function filtersCalls(status: string): boolean {
  return /^Seccomp:\s+2$/m.test(status)
}
