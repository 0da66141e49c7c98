import { t } from '../infra/messages.ts'

/** Switches by which an unsafe connection counts as safe, or by which others can read it. */
const unsafeConnectionPatterns = [
  /^ignore-(certificate-errors|urlfetcher-cert-requests)/,
  /^allow-insecure-localhost$/,
  /^unsafely-/,
  /^(ssl-version-(min|max)|cipher-suite-blacklist)$/,
  // Other hosts in place of those that are named, and the user's password for them.
  /^host-(resolver-)?rules$/,
  /^auth-(server|negotiate-delegate)-(white|allow)list$/,
  // Keys of connections, and what went over them.
  /^(ssl-key-log-file|tls-keylog|trace-tls)$/,
  /^(log-net-log|net-log-capture-mode|experimental-network-inspection)$/,
]

/** Switches that open a program to others, or take its walls down. */
const dangerousPatterns = [
  ...unsafeConnectionPatterns,
  /^(use-openssl-ca$|openssl-|tls-)/,
  // A debugger, of Node or of Chromium, may do all that Latchkey may.
  /^(inspect|debug)(-|$)/,
  /^remote-(debugging-|allow-origins$)/,
  /^(wait-for-debugger|renderer-startup-dialog|allow-sandbox-debugging|auto-open-devtools)/,
  // Foreign code instead of ours, or before it.
  /^(js-flags|r|require|import|loader|experimental-loader|e|eval|p|print)$/,
  /^load-/,
  /-(cmd-prefix|launcher)$/,
  /^browser-subprocess-path$/,
  // The same-origin policy, mixed content, features that are not finished.
  /^disable-web-security$/,
  /^allow-(running-insecure-content|file-access-from-files)$/,
  /^disable-site-isolation/,
  /^enable-(blink-features|experimental-web-platform-features|unsafe-)/,
  // Processes without walls between them.
  /^(single-process|in-process-gpu)$/,
  /^disable-(seccomp-filter|namespace|gpu)-sandbox$/,
  // What is in memory, written to where others look.
  /^(crash-dumps-dir|breakpad-dump-location|diagnostic-dir|heapsnapshot-)/,
]

/** Features of Chromium that are walls, among those to disable. */
const isolationFeatures = /isolate-?origins|site-?per-?process|sandbox/

/** Variables by which others make a program of Electron's or Node's run their code, or change whom it trusts. */
const dangerousVariables = [
  'ELECTRON_RUN_AS_NODE',
  'NODE_OPTIONS',
  'NODE_REPL_EXTERNAL_MODULE',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'OPENSSL_CONF',
  'SSLKEYLOGFILE',
]

/**
 * Switches among the arguments with which Latchkey as it is installed does not start, without their values. `--no-sandbox` is not
 * one of them: an AppImage adds it itself where the system lets nobody make a sandbox.
 */
export function dangerousSwitches(argv: readonly string[]): string[] {
  return findSwitches(dangerousPatterns, argv.slice(1))
}

/** Those of them that weaken connections: no Latchkey starts with them. */
export function connectionSwitches(given: readonly string[]): string[] {
  return findSwitches(unsafeConnectionPatterns, given)
}

/** All flags of this Node. Quotes only hold a flag together there. */
export function nodeFlags({ execArgv, env }: Pick<NodeJS.Process, 'execArgv' | 'env'>) {
  const given = (env.NODE_OPTIONS ?? '').replaceAll(/["\\]/g, '').split(/\s+/)
  // guard: node-options
  return [...execArgv, ...given]
}

/** Throws where there are any. */
export function assertNoUnsafeSwitches([first]: readonly string[]): void {
  if (first === undefined) return
  throw new Error(t('security.switchRefused', { name: first }))
}

/** Whether a variable says which certificates are the system's. */
export function hasOwnTrustStore(env: NodeJS.ProcessEnv): boolean {
  return Boolean(env.SSL_CERT_FILE ?? env.SSL_CERT_DIR)
}

/** Whether this Node read the system's certificates before it ran any of ours. */
export function usesSystemStoreAtStart(node: Pick<NodeJS.Process, 'execArgv' | 'env'>): boolean {
  return node.env.NODE_USE_SYSTEM_CA === '1' || nodeFlags(node).some(isSystemStore)
}

const isSystemStore = (given: string) => given.replaceAll('_', '-') === '--use-system-ca'

function findSwitches(switches: readonly RegExp[], given: readonly string[]): string[] {
  return given.flatMap((argument) => {
    // Chromium takes one dash for two, on Windows a slash too, and minds no capitals there; Node takes _ for a dash.
    const read = /^(?:--?|\/)([\w.-]+)(?:=(.*))?$/s.exec(argument.toLowerCase())
    const name = read?.[1]?.replaceAll('_', '-')
    if (name === undefined) return []
    const disablesIsolation = name === 'disable-features' && isolationFeatures.test(read?.[2] ?? '')
    // guard: dangerous-switches
    return disablesIsolation || switches.some((one) => one.test(name)) ? [`--${name}`] : []
  })
}

/** Takes them out of the environment, so that what Latchkey starts (gpg, the browser) does not get them either. */
export function dropDangerousVariables(environment: Record<string, string | undefined>): void {
  for (const name of Object.keys(environment)) {
    // guard: variables
    if (dangerousVariables.includes(name.toUpperCase())) delete environment[name]
  }
}
