/** The options that may stand before a key, see AUTHORIZED_KEYS FILE FORMAT in sshd(8). */
const knownOptions = new Set([
  'agent-forwarding',
  'cert-authority',
  'command',
  'environment',
  'expiry-time',
  'from',
  'no-agent-forwarding',
  'no-port-forwarding',
  'no-pty',
  'no-touch-required',
  'no-user-rc',
  'no-x11-forwarding',
  'permitlisten',
  'permitopen',
  'port-forwarding',
  'principals',
  'pty',
  'restrict',
  'tunnel',
  'user-rc',
  'verify-required',
  'x11-forwarding',
])

/** Splits a line at its first space outside of quotes; `hasOnlyOptions` says whether the first part has only options. */
export function splitFirstPart(line: string): { hasOnlyOptions: boolean; rest: string } {
  const names: string[] = []
  let name = ''
  let isQuoted = false
  let at = 0
  for (; at < line.length && (isQuoted || !/\s/.test(line[at]!)); at += 1) {
    const character = line[at]!
    if (isQuoted && character === '\\' && line[at + 1] === '"') at += 1
    else if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && character === ',') {
      names.push(name)
      name = ''
    } else if (!isQuoted) name += character
  }
  names.push(name)
  const hasOnlyOptions = names.every((one) => knownOptions.has(one.toLowerCase().replace(/=$/, '')))
  return { hasOnlyOptions, rest: line.slice(at).trimStart() }
}
