import { createFailureError } from '../core/platform/failures.ts'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { homeFolder } from '../core/platform/home.ts'
import { openDataFolder } from '../core/platform/files/data-folder.ts'
import { defaultDataFolder } from '../core/platform/files/default-data-folder.ts'
import { helpText } from '../core/command-line/help.ts'
import { setupCommandLine } from '../core/command-line/setup-command-line.ts'
import { type Latchkey, createLatchkey } from '../core/app.ts'
import { FailureError } from '../core/platform/failure.ts'
import { logCrashes } from '../core/platform/log/crashes.ts'
import { type OpenLog, openLog } from '../core/platform/log/open-log.ts'
import { ignoreOutputErrors } from '../core/platform/log/output.ts'
import { verifyLogFile } from '../core/audit-log/verify-log-file.ts'
import { verifyReviewPack } from '../core/features/review/parts/verify-pack.ts'
import { exitCodes } from '../core/computer/repositories/whoami.ts'
import { OwnCertificates } from '../core/platform/network/own-certificates.ts'
import { createNodeFetch } from '../core/platform/network/node-fetch.ts'
import { shareUndici } from '../core/platform/network/share-undici.ts'
import {
  connectionSwitches,
  dropDangerousVariables,
  assertNoUnsafeSwitches,
  nodeFlags,
} from '../core/platform/hardening/start.ts'
import { createSecretStore } from '../core/platform/keychain/create-secret-store.ts'
import { t, textOf } from '../core/platform/messages.ts'
import { checkOpenFiles } from '../core/platform/open-files.ts'
import type { ManagedPolicy } from '../core/platform/policy/policy.ts'
import { printPolicy } from '../core/platform/policy/print-policy.ts'
import { readPolicy } from '../core/platform/policy/read-policy.ts'
import { clockFrom } from '../core/platform/time/clock-from.ts'
import { startFailure } from '../core/platform/start-failure.ts'
import { type MessageId, message } from '../shared/messages/message.ts'
import { whoami } from '../core/whoami.ts'
import { quitQuestion } from '../shared/rules/unsent.ts'
import { withClonedValues } from './with-cloned-values.ts'
import { createShutdown } from './shutdown.ts'
import { handOver } from './hand-over.ts'
import { type BrowserHost, type OneTimeUrl, startBrowserHost } from './server.ts'
import { onEnter } from './terminal.ts'
import { version } from '../../package.json'

const options = {
  help: { type: 'boolean', short: 'h', default: false },
  demo: { type: 'boolean', default: false },
  'demo-admin': { type: 'boolean', default: false },
  port: { type: 'string', default: '0' },
  data: { type: 'string' },
  'no-open': { type: 'boolean', default: false },
  verbose: { type: 'boolean', default: false },
  'verify-log': { type: 'string' },
  'verify-review': { type: 'string' },
  policy: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  // For the launcher, which forwards all of its flags.
  serve: { type: 'boolean', default: false },
} as const

function problemOf(code: string, option: string): MessageId {
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return 'host.unknownOption'
  const { type } = options[option.slice(2) as keyof typeof options]
  return type === 'boolean' ? 'host.takesNoValue' : 'host.needsValue'
}

/** Throws a `FailureError` for an invalid command line. */
function readFlags() {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [command, folder, ...others] = positionals
    if (command === undefined) {
      if (values.json) throw badOption('host.unknownOption', '--json')
      return values
    }
    const [unexpected] = command === 'whoami' ? others : [command]
    if (unexpected !== undefined) throw badOption('host.unexpectedArgument', unexpected)
    return { ...values, whoami: { folder } }
  } catch (cause) {
    if (cause instanceof FailureError) throw cause
    // The short form comes first: Option '-h, --help'.
    const option = /'(?:-\w, )?([^ ']+)/.exec(String(cause))?.[1] ?? ''
    const { code } = cause as { code: string }
    throw badOption(problemOf(code, option), option, cause)
  }
}

function badOption(problem: MessageId, option: string, cause?: unknown): FailureError {
  const hint = message('host.unknownOptionHint')
  return new FailureError(
    { kind: 'invalid', message: message(problem, { option }), hint },
    { cause },
  )
}

/** Whether the command line contains a command with its own exit codes. */
const isWhoami = () =>
  parseArgs({ options, allowPositionals: true, strict: false }).positionals[0] === 'whoami'

async function main(): Promise<void> {
  ignoreOutputErrors(process)
  assertNoUnsafeSwitches(connectionSwitches(nodeFlags(process)))
  dropDangerousVariables(process.env)
  const flags = readFlags()
  if (flags.help) return console.log(helpText())
  if (flags.policy) {
    process.exitCode = await printPolicy(console.log)
    return
  }
  const exportToVerify = flags['verify-log']
  if (exportToVerify !== undefined) {
    process.exitCode = await verifyLogFile(exportToVerify, console.log)
    return
  }
  const packToVerify = flags['verify-review']
  if (packToVerify !== undefined) {
    process.exitCode = await verifyReviewPack(packToVerify, console.log)
    return
  }
  const dataFolder = flags.data ? resolve(flags.data) : defaultDataFolder()
  if ('whoami' in flags) {
    const { folder } = flags.whoami
    process.exitCode = await whoami({ folder, isJson: flags.json, dataFolder, print: console.log })
    return
  }
  const port = parsePort(flags.port)
  const policy = readPolicy()
  checkOpenFiles()
  const folder = openDataFolder(dataFolder)
  const log = openLog(folder.path, {
    verbose: flags.verbose,
    echo: (line) => console.error(line),
  })
  log.info('Latchkey starts.', { host: 'browser', version })
  const latchkey = startLatchkey(folder.path, log, await policy)
  await latchkey.speaking
  const host = await startBrowserHost({
    // Set by the e2e suite.
    latchkey: process.env.LATCHKEY_CLONES ? withClonedValues(latchkey) : latchkey,
    log,
    pageFolder: join(import.meta.dirname, '../renderer'),
    port,
  })
  if (flags.demo || flags['demo-admin']) {
    const demo = await latchkey.invoke('demo.start', {
      as: flags['demo-admin'] ? 'admin' : 'user',
    })
    if (!demo.ok) throw new Error(demo.failure.message)
  }

  const closeCommandLine = await setupCommandLine({
    latchkey,
    dataFolder: folder.path,
    log: log.warn,
  })

  const end = createShutdown({
    steps: [
      () => printUnsent(latchkey),
      closeCommandLine,
      host.stop,
      latchkey.close,
      () => log.info('Latchkey ends.'),
      log.file.close,
      folder.close,
    ],
    log,
    exit: (code) => process.exit(code),
  })
  process.on('SIGINT', () => end())
  process.on('SIGTERM', () => end())
  logCrashes(process, log, () => end(1))

  await showPage(host, folder.path, flags['no-open'])
}

function parsePort(text: string): number {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw createFailureError('host.invalidPort', { port: text })
}

function startLatchkey(dataFolder: string, log: OpenLog, policy: ManagedPolicy): Latchkey {
  shareUndici()
  const certificates = new OwnCertificates(dataFolder, log.warn)
  // Set by the e2e suite.
  const now = clockFrom(process.env.LATCHKEY_TIME)
  return createLatchkey({
    host: 'browser',
    version,
    fetch: createNodeFetch({ certificates }),
    certificates,
    keychain: createSecretStore(process),
    policy,
    worker: join(import.meta.dirname, 'worker.js'),
    dataFolder,
    home: homeFolder(),
    now,
    startDemo: async () => (await import('../sandbox/demo.ts')).startDemo(now),
    log,
  })
}

/** Prints the number of unsent actions, if any. */
function printUnsent(latchkey: Latchkey): void {
  const question = quitQuestion(latchkey.unsent())
  if (question) console.log(`${textOf(question.message)} ${textOf(question.detail)}`)
}

/** Opens the page in a browser or prints its URL. Prints a new one on each press of Enter. */
async function showPage(host: BrowserHost, folder: string, noOpen: boolean): Promise<void> {
  let current: OneTimeUrl | undefined
  function print(id: MessageId) {
    current?.revoke()
    current = host.oneTimeUrl()
    console.log(t(id, { url: current.url }))
  }
  const canEnter = onEnter(process, () => print('host.openAddress'))
  const hints = canEnter ? [t('host.enterForAddress')] : []
  if (noOpen) {
    print('host.address')
    console.log([t('host.addressOnce'), ...hints].join(' '))
    return
  }
  console.log([t('host.opensInBrowser', { url: host.origin }), ...hints].join(' '))
  const isOpened = await handOver({ host, folder, open: openFile })
  if (!isOpened) print('host.browserNotOpened')
}

const openFile = async (path: string) => (await import('open')).default(path)

main().catch((error: unknown) => {
  console.error(startFailure(error))
  process.exit(isWhoami() ? exitCodes.unknown : 1)
})
