import { t } from '../messages.ts'

/** Switches that weaken connections or let others read them. */
const unsafeConnectionPatterns = [
  /^ignore-(certificate-errors|urlfetcher-cert-requests)/,
  /^allow-insecure-localhost$/,
  /^unsafely-/,
  /^(ssl-version-(min|max)|cipher-suite-blacklist)$/,
  // These replace hosts, or send them the user's password.
  /^host-(resolver-)?rules$/,
  /^auth-(server|negotiate-delegate)-(white|allow)list$/,
  // These record the keys or contents of connections.
  /^(ssl-key-log-file|tls-keylog|trace-tls)$/,
  /^(log-net-log|net-log-capture-mode|experimental-network-inspection)$/,
]

/** Switches that give others control of the program or disable its isolation. */
const dangerousPatterns = [
  ...unsafeConnectionPatterns,
  /^(use-openssl-ca$|openssl-|tls-)/,
  // A debugger can do everything Latchkey can.
  /^(inspect|debug)(-|$)/,
  /^remote-(debugging-|allow-origins$)/,
  /^(wait-for-debugger|renderer-startup-dialog|allow-sandbox-debugging|auto-open-devtools)/,
  // These run arbitrary code.
  /^(js-flags|r|require|import|loader|experimental-loader|e|eval|p|print)$/,
  /^load-/,
  /-(cmd-prefix|launcher)$/,
  /^browser-subprocess-path$/,
  // These disable the same-origin policy, or allow mixed content or experimental features.
  /^disable-web-security$/,
  /^allow-(running-insecure-content|file-access-from-files)$/,
  /^disable-site-isolation/,
  /^enable-(blink-features|experimental-web-platform-features|unsafe-)/,
  // These remove process isolation.
  /^(single-process|in-process-gpu)$/,
  /^disable-(seccomp-filter|namespace|gpu)-sandbox$/,
  // These write memory to files that others can read.
  /^(crash-dumps-dir|breakpad-dump-location|diagnostic-dir|heapsnapshot-)/,
]

/** Isolation features that `--disable-features` can disable. */
const isolationFeatures = /isolate-?origins|site-?per-?process|sandbox/

/** Variables that make Electron or Node run arbitrary code or trust other certificates. */
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
 * Switches, without values, that prevent an installed Latchkey from starting. `--no-sandbox` isn't among them: an
 * AppImage adds it itself on systems that don't allow a sandbox.
 */
export function dangerousSwitches(argv: readonly string[]): string[] {
  return findSwitches(dangerousPatterns, argv.slice(1))
}

/** Switches that weaken connections and prevent any Latchkey from starting. */
export function connectionSwitches(environmentFlags: readonly string[]): string[] {
  return findSwitches(unsafeConnectionPatterns, environmentFlags)
}

/** All flags of this Node process. Quotes only keep a flag together. */
export function nodeFlags({ execArgv, env }: Pick<NodeJS.Process, 'execArgv' | 'env'>) {
  const environmentFlags = (env.NODE_OPTIONS ?? '').replaceAll(/["\\]/g, '').split(/\s+/)
  // guard: node-options
  return [...execArgv, ...environmentFlags]
}

export function assertNoUnsafeSwitches([first]: readonly string[]): void {
  if (first === undefined) return
  throw new Error(t('security.switchRefused', { name: first }))
}

/** Whether a variable replaces the system's certificates. */
export function replacesSystemCertificates(env: NodeJS.ProcessEnv): boolean {
  return Boolean(env.SSL_CERT_FILE ?? env.SSL_CERT_DIR)
}

/** Whether Node read the system's certificates at startup. */
export function usesSystemStoreAtStart(node: Pick<NodeJS.Process, 'execArgv' | 'env'>): boolean {
  return node.env.NODE_USE_SYSTEM_CA === '1' || nodeFlags(node).some(isSystemStore)
}

const isSystemStore = (environmentFlags: string) =>
  environmentFlags.replaceAll('_', '-') === '--use-system-ca'

function findSwitches(switches: readonly RegExp[], environmentFlags: readonly string[]): string[] {
  return environmentFlags.flatMap((argument) => {
    // Chromium accepts a single dash and, on Windows, a slash and capitals too; Node treats _ like a dash.
    const read = /^(?:--?|\/)([\w.-]+)(?:=(.*))?$/s.exec(argument.toLowerCase())
    const name = read?.[1]?.replaceAll('_', '-')
    if (name === undefined) return []
    const disablesIsolation = name === 'disable-features' && isolationFeatures.test(read?.[2] ?? '')
    // guard: dangerous-switches
    return disablesIsolation || switches.some((one) => one.test(name)) ? [`--${name}`] : []
  })
}

/** Removes the dangerous variables, so programs that Latchkey starts (gpg, the browser) don't inherit them either. */
export function dropDangerousVariables(environment: Record<string, string | undefined>): void {
  for (const name of Object.keys(environment)) {
    // guard: variables
    if (dangerousVariables.includes(name.toUpperCase())) delete environment[name]
  }
}
