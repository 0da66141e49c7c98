import { type ChildProcess, spawnSync } from 'node:child_process'
import { type ElectronApplication, type Page, _electron } from '@playwright/test'
import { electronBinary } from '../../scripts/lib/electron-binary.ts'
import { stubDialogs } from '../../src/main/testing/stub-dialogs.ts'
import type { AppWindow, LaunchOptions } from './app.ts'
import { locale, standardSize, timezoneId } from './browser-host.ts'
import { invoke } from './invoke.ts'
import { project } from './process.ts'

/** Only reached if the app never opens or closes; a test timeout wouldn’t print Latchkey’s output. */
const deadlineMs = 150_000

/**
 * Starts the desktop app and opens its window with the same size, theme, language, and time zone as the browser
 * host’s page.
 */
export async function launchElectron(options: LaunchOptions): Promise<AppWindow> {
  const { data, env, flags, colorScheme } = options
  const electron = await _electron.launch({
    executablePath: electronBinary()!,
    // Containers have little shared memory, and pages crash without it. Playwright passes this flag to Chromium, too.
    args: ['--disable-dev-shm-usage', project, '--data', data, ...flags],
    env: { ...(process.env as Record<string, string>), TZ: timezoneId, LC_ALL: 'C.UTF-8', ...env },
    locale,
    timezoneId,
    colorScheme: colorScheme ?? 'light',
    timeout: deadlineMs,
  })
  const host = electron.process()
  let output = ''
  for (const stream of [host.stdout, host.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  }
  const deadline = setTimeout(() => kill(host), deadlineMs)
  try {
    const page = await openPage(electron, options)
    return {
      page,
      // The page itself can only write to the clipboard.
      clipboard: () => electron.evaluate(({ clipboard }) => clipboard.readText()),
      output: () => output,
      close: () => close(electron),
    }
  } catch (error) {
    kill(host)
    throw new Error(`Latchkey's window did not open. It printed: ${output}`, { cause: error })
  } finally {
    clearTimeout(deadline)
  }
}

async function openPage(electron: ElectronApplication, options: LaunchOptions): Promise<Page> {
  await electron.evaluate(stubDialogs)
  const page = await electron.firstWindow()
  // Emulated, because a window can’t be larger than the screen.
  await page.setViewportSize(options.viewport ?? standardSize)
  const { beforeOpen, account } = options
  if (beforeOpen || account) {
    await beforeOpen?.(page)
    if (account) await addAccount(page, account)
    // The page started loading before it could be watched.
    await page.reload()
  }
  return page
}

async function addAccount(page: Page, account: object): Promise<void> {
  await page.waitForLoadState()
  const added = await invoke(page, 'accounts.add', account)
  if (!added.ok) throw new Error(`The account was not added: ${added.failure.message}`)
}

/** Quits the app, and kills it if it doesn’t quit. */
async function close(electron: ElectronApplication): Promise<void> {
  const deadline = setTimeout(() => kill(electron.process()), deadlineMs)
  await electron.close().finally(() => clearTimeout(deadline))
}

/** On Windows, Playwright starts it through a shell, which would leave it running. */
function kill(host: ChildProcess): void {
  if (host.exitCode !== null || host.signalCode !== null) return
  if (process.platform !== 'win32') host.kill('SIGKILL')
  else spawnSync('taskkill', ['/pid', String(host.pid), '/T', '/F'])
}
