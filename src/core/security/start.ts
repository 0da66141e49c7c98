/** Names of switches that open a program to others, or take its walls down. */
const dangerous = [
  // A debugger, of Node or of Chromium, may do all that Latchkey may.
  /^(inspect|debug)(-|$)/,
  /^remote-(debugging-|allow-origins$)/,
  // Code of somebody else's instead of ours, or in front of it.
  /^js-flags$/,
  /^load-extension$/,
  /-(cmd-prefix|launcher)$/,
  // The same-origin policy, certificates, features that are not finished.
  /^disable-web-security$/,
  /^allow-(running-insecure-content|file-access-from-files)$/,
  /^unsafely-treat-insecure-origin-as-secure$/,
  /^ignore-certificate-errors/,
  /^disable-site-isolation/,
  /^enable-(blink-features|experimental-web-platform-features)$/,
  // Keys of connections, and what went over them.
  /^(ssl-key-log-file|log-net-log|net-log-capture-mode)$/,
]

/** Variables by which others make a program of Electron's run their code, or write down its keys. */
const variables = [
  'ELECTRON_RUN_AS_NODE',
  'NODE_OPTIONS',
  'NODE_REPL_EXTERNAL_MODULE',
  'SSLKEYLOGFILE',
]

/**
 * Switches among the arguments with which Latchkey as it is installed does not start, without their values. `--no-sandbox` is not
 * one of them: an AppImage adds it itself where the system lets nobody make a sandbox.
 */
export function dangerousSwitches(argv: readonly string[]): string[] {
  return argv.slice(1).flatMap((argument) => {
    // Chromium takes one dash for two, on Windows a slash too, and minds no capitals there.
    const name = /^(?:--?|\/)([\w-]+)(?:=|$)/.exec(argument)?.[1]?.toLowerCase()
    return name !== undefined && dangerous.some((one) => one.test(name)) ? [`--${name}`] : []
  })
}

/** Takes them out of the environment, so that what Latchkey starts (gpg, the browser) does not get them either. */
export function dropDangerousVariables(environment: Record<string, string | undefined>): void {
  for (const name of Object.keys(environment)) {
    if (variables.includes(name.toUpperCase())) delete environment[name]
  }
}
