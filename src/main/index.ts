import { join } from 'node:path'
import { isatty } from 'node:tty'
import { commandExitCodes } from '../core/command-line/commands.ts'
import { helpText } from '../core/command-line/help.ts'
import { findCommand } from '../core/command-line/parse-command.ts'
import { runCommand } from '../core/command-line/run-command.ts'
import { setupCommandLine } from '../core/command-line/setup-command-line.ts'
import { homeFolder } from '../core/platform/home.ts'
import { app, dialog } from 'electron'
import { makeDataFolder, openDataFolder } from '../core/platform/files/data-folder.ts'
import { followSettings } from '../core/features/desktop/follow-settings.ts'
import { type Latchkey, createLatchkey } from '../core/app.ts'
import { isolate } from '../core/platform/log/isolate.ts'
import { type OpenLog, openLog } from '../core/platform/log/open-log.ts'
import { ignoreOutputErrors, printError } from '../core/platform/log/output.ts'
import { verifyLogFile } from '../core/audit-log/verify-log-file.ts'
import { verifyReviewPack } from '../core/features/review/parts/verify-pack.ts'
import { t } from '../core/platform/messages.ts'
import { OwnCertificates } from '../core/platform/network/own-certificates.ts'
import { createSecretStore } from '../core/platform/keychain/create-secret-store.ts'
import { checkOpenFiles } from '../core/platform/open-files.ts'
import { clockFrom } from '../core/platform/time/clock-from.ts'
import { printPolicy } from '../core/platform/policy/print-policy.ts'
import type { ManagedPolicy } from '../core/platform/policy/policy.ts'
import { readPolicy } from '../core/platform/policy/read-policy.ts'
import { startFailure } from '../core/platform/start-failure.ts'
import { whoami } from '../core/whoami.ts'
import { setupLaunchRequests } from './launch-requests.ts'
import {
  dataFolderArgument,
  demoRoleArgument,
  isForCommand,
  isHelpRequested,
  isHidden,
  isPolicyRequested,
  isVerbose,
  selfTestArgument,
  verifyLogArgument,
  verifyReviewArgument,
  whoamiArguments,
} from './arguments.ts'
import { registerAppScheme, setupAppProtocol } from './app-protocol.ts'
import { type ClientCertificates, setupCertificates } from './certificates.ts'
import { chooseFolders } from './choose-folders.ts'
import { setupCrashes } from './crash.ts'
import { setupDesktop } from './desktop.ts'
import { packageKind } from './installed-path.ts'
import { setupIpc } from './ipc.ts'
import { presence, setupLock } from './lock.ts'
import { isTurnedOffBySystem, startAtLogin, wasOpenedAtLogin } from './login-item.ts'
import { setupNavigation } from './navigation.ts'
import { openBrowser } from './open-link.ts'
import { chromiumFetch, setupNetwork } from './network.ts'
import { setupPermissions } from './permissions.ts'
import { setupQuitting } from './quitting.ts'
import { setupSecurity } from './security.ts'
import { runSelfTest } from './self-test/self-test.ts'
import { startForCommand } from './start-for-command.ts'
import { followTheme } from './theme.ts'
import { setupUpdates } from './updater.ts'
import { hasTray } from './tray-host.ts'
import { setupWindow } from './window.ts'

const paths = {
  page: join(import.meta.dirname, '../renderer'),
  preload: join(import.meta.dirname, '../preload/index.cjs'),
  icon: join(import.meta.dirname, '../../resources/icon.png'),
  worker: join(import.meta.dirname, 'worker.js'),
}

const selfTest = selfTestArgument(process.argv)

registerAppScheme()
const launchRequests = setupLaunchRequests()

/** Runs a command that needs no display. Returns its exit code, or undefined if there is no command. */
async function runWithoutDisplay(): Promise<number | undefined> {
  const found = findCommand(process.argv.slice(1), { hasAppFolder: !app.isPackaged })
  if (found && found.words[0] !== 'whoami') {
    process.on('SIGINT', () => app.exit(commandExitCodes.interrupted))
    return runCommand({
      found,
      dataFolder: app.getPath('userData'),
      print: printLine,
      printError: (line) => printError(process, line),
      startApp: startForCommand,
      isTerminal: isatty(1),
      environment: process.env,
    })
  }
  if (isHelpRequested(process.argv)) {
    printLine(helpText())
    return 0
  }
  if (isPolicyRequested(process.argv)) return await printPolicy(printLine)
  const exportToVerify = verifyLogArgument(process.argv)
  if (exportToVerify !== undefined) return await verifyLogFile(exportToVerify, printLine)
  const packToVerify = verifyReviewArgument(process.argv)
  if (packToVerify !== undefined) return await verifyReviewPack(packToVerify, printLine)
  const asked = whoamiArguments(process.argv)
  if (!asked) return undefined
  const dataFolder = dataFolderArgument(process.argv) ?? app.getPath('userData')
  return whoami({ ...asked, dataFolder, print: printLine })
}

async function main(): Promise<void> {
  setupSecurity()
  // Must match the ID of the installer's shortcut. Otherwise Windows shows no notifications and groups the windows
  // under Electron.
  if (process.platform === 'win32') app.setAppUserModelId('io.latchkey.Latchkey')
  setupNetwork()
  if (selfTest) return runSelfTest(selfTest.file, { paths, fetchWith })
  // Electron writes to this folder before it is ready, and doesn't report errors.
  const dataFolder = makeDataFolder(dataFolderArgument(process.argv) ?? app.getPath('userData'))
  app.setPath('userData', dataFolder)
  // If Latchkey is already running, that instance receives the arguments.
  if (!app.requestSingleInstanceLock()) return app.quit()
  const policy = readPolicy()
  await app.whenReady()
  // On other systems, Chromium raises the limit, and reaching it doesn't end the process.
  if (process.platform === 'linux') checkOpenFiles()

  const folder = openDataFolder(dataFolder)
  const log = openLog(folder.path, {
    verbose: isVerbose(process.argv),
    echo: (line) => printError(process, line),
  })
  log.info('Latchkey starts.', { host: 'electron', version: app.getVersion() })
  const { latchkey, clientCertificates } = await startLatchkey(folder.path, log, await policy)
  await latchkey.speaking
  setupAppProtocol(paths.page)
  setupPermissions()
  setupNavigation(latchkey)
  setupIpc(latchkey, () => clientCertificates.askAgain())
  setupLock(latchkey)
  const settings = await followSettings(latchkey, (next) => {
    followTheme(next.theme)
    isolate(log.warn, () => startAtLogin(next.startAtLogin))
  })
  // On macOS, the app always remains in the dock.
  const staysInTray = () => process.platform !== 'darwin' && settings().closeToTray
  let closeCommandLine: () => unknown = () => undefined
  const close = async () => {
    await closeCommandLine()
    await latchkey.close()
    log.info('Latchkey ends.')
    log.file.close()
    folder.close()
  }
  // Closing may itself fail and end up here again, so it runs only once.
  let closing: Promise<void> | undefined
  const end = () => (closing ??= close())
  setupCrashes(log, end)
  const restartIfClosing = setupQuitting(latchkey, {
    staysInTray,
    onHide: () => latchkey.desktop.notifyOfTray(),
    end,
  })
  const { preload, icon } = paths
  const isAtLogin = isHidden(process.argv) && (staysInTray() || isForCommand(process.argv))
  const window = setupWindow({
    dataFolder: folder.path,
    preload,
    icon,
    start: isAtLogin || wasOpenedAtLogin() ? 'closed' : 'shown',
    restartIfClosing,
  })
  setupDesktop({
    latchkey,
    window,
    icon,
    log,
    launchRequests: (take) =>
      launchRequests((requests) => {
        if (!restartIfClosing(requests)) take(requests)
      }),
  })
  closeCommandLine = await setupCommandLine({
    latchkey,
    dataFolder: folder.path,
    log: log.warn,
    showWindow: () => window.show(),
  })
}

/** Starts the app and signs in to the demo if requested by an argument. */
async function startLatchkey(
  dataFolder: string,
  log: OpenLog,
  policy: ManagedPolicy,
): Promise<{ latchkey: Latchkey; clientCertificates: ClientCertificates }> {
  const certificates = new OwnCertificates(dataFolder, log.warn)
  const trust = setupCertificates(certificates)
  // Set by the e2e suite.
  const now = clockFrom(process.env.LATCHKEY_TIME)
  const latchkey = createLatchkey({
    host: 'electron',
    package: packageKind(),
    version: app.getVersion(),
    fetch: chromiumFetch(trust),
    certificates,
    keychain: createSecretStore(process),
    policy,
    worker: paths.worker,
    dataFolder,
    home: homeFolder(),
    systemLanguages: () => app.getPreferredSystemLanguages(),
    now,
    startDemo: async () => (await import('../sandbox/demo.ts')).startDemo(now),
    updates: await setupUpdates(),
    presence,
    isLoginItemOff: isTurnedOffBySystem,
    hasTray,
    chooseFolders,
    openBrowser,
    log,
  })
  const role = demoRoleArgument(process.argv)
  const demo = role && (await latchkey.invoke('demo.start', { as: role }))
  if (demo && !demo.ok) throw new Error(demo.failure.message)
  return { latchkey, clientCertificates: trust }
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** The fetch for the self-test: all requests to instances use Chromium's network stack. */
function fetchWith(certificates: OwnCertificates): typeof globalThis.fetch {
  return chromiumFetch(setupCertificates(certificates))
}

/** Reports why Latchkey can't start. Returns the exit code. */
function reportFailure(error: unknown, hasDialog: boolean): number {
  const reason = startFailure(error)
  printError(process, t('host.startFailedBecause', { reason }))
  if (hasDialog) dialog.showErrorBox(t('host.startFailed'), reason)
  return 1
}

ignoreOutputErrors(process)
// Electron starts Chromium, which requires a display, as soon as this module has been evaluated. Waiting for anything
// that requires Chromium would never end.
const exitCode = await runWithoutDisplay().catch((error: unknown) => reportFailure(error, false))
if (exitCode !== undefined) app.exit(exitCode)
// In a self-test, nobody is there to close a dialog.
else main().catch((error: unknown) => app.exit(reportFailure(error, !selfTest)))
