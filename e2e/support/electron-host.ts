import { type ChildProcess, spawnSync } from 'node:child_process'
import { type ElectronApplication, type Page, _electron } from '@playwright/test'
import { electronBinary } from '../../scripts/lib/electron-binary.ts'
import { stubDialogs } from '../../src/main/testing/stub-dialogs.ts'
import type { AppWindow, LaunchOptions } from './app.ts'
import { locale, standardSize, timezoneId } from './browser-host.ts'
import { invoke } from './invoke.ts'
import { project } from './process.ts'

/** Reached only if the app never opens or closes. Unlike a test timeout, it prints Latchkey’s output. */
const deadlineMs = 150_000

/** Opens the desktop app with the same window size, theme, language, and time zone as the browser host’s page. */
export async function launchElectron(options: LaunchOptions): Promise<AppWindow> {
  const { data, env, flags, colorScheme } = options
  const electron = await _electron.launch({
    executablePath: electronBinary()!,
    // Pages crash in containers, which have little shared memory. Playwright passes this flag to Chromium, too.
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
      // The page itself can write to the clipboard but not read it.
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
    // The page started loading before the test could intercept it.
    await page.reload()
  }
  return page
}

async function addAccount(page: Page, account: object): Promise<void> {
  await page.waitForLoadState()
  const added = await invoke(page, 'accounts.add', account)
  if (!added.ok) throw new Error(`The account was not added: ${added.failure.message}`)
}

/** Quits the app, killing it if it doesn’t respond. */
async function close(electron: ElectronApplication): Promise<void> {
  const deadline = setTimeout(() => kill(electron.process()), deadlineMs)
  await electron.close().finally(() => clearTimeout(deadline))
}

/** On Windows, Playwright launches the app through a shell, and killing just the shell would leave the app running. */
function kill(host: ChildProcess): void {
  if (host.exitCode !== null || host.signalCode !== null) return
  if (process.platform !== 'win32') host.kill('SIGKILL')
  else spawnSync('taskkill', ['/pid', String(host.pid), '/T', '/F'])
}
