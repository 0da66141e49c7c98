import { readFile } from 'node:fs/promises'
import { type WebContents, app } from 'electron'
import { t } from '../../core/platform/messages.ts'
import {
  type SelfCheck,
  CheckFailed,
  CheckSkipped,
} from '../../core/platform/self-test/run-checks.ts'

/** Whether the system sandboxes a process. */
export type IsSandboxed = (pid: number) => Promise<boolean>

/** Checks that the page's process is in Chromium's sandbox. Root, containers, and some AppImages run without it. */
export function sandboxCheck(
  page: () => WebContents,
  isSandboxed: IsSandboxed = isProcessSandboxed,
): SelfCheck {
  return {
    name: 'sandbox',
    needs: ['page'],
    async run() {
      if (app.commandLine.hasSwitch('no-sandbox')) {
        throw new CheckSkipped(t('selfTest.sandboxOff'))
      }
      if (!(await isSandboxed(page().getOSProcessId()))) {
        throw new CheckFailed(t('selfTest.sandboxMissing'))
      }
    },
  }
}

async function isProcessSandboxed(pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    return hasSeccompFilter(await readFile(`/proc/${pid}/status`, 'utf8'))
  }
  return app.getAppMetrics().some((metric) => metric.pid === pid && metric.sandboxed === true)
}

/**
 * Whether a Linux process filters system calls, according to its `/proc` status. Electron reports this on other systems
 * only.
 */
export function hasSeccompFilter(status: string): boolean {
  return /^Seccomp:\s+2$/m.test(status)
}
