import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, isAbsolute, resolve } from 'node:path'
import type { Agent } from '../../keys/ssh-agent.ts'
import { readKeyFile } from '../../keys/ssh-key-file.ts'
import { attempt } from '../../platform/ignore-errors.ts'
import { readRegularFile } from '../../platform/files/regular-file.ts'
import { memoize } from '../../platform/memoize.ts'
import { runProgram } from '../../platform/run-program.ts'
import { mapInSlices } from '../../platform/time/time-slicer.ts'
import { type SshOptions, configOption } from '../connection/ssh-target.ts'
import { expandHome, isNetworkPath } from '../home-paths.ts'
import { configFileLimit } from './config-lines.ts'

/** How ssh would connect to a host according to its configuration. */
export interface SshHostConfig {
  hostName: string
  /** Its key files in configuration order, including missing ones. */
  keyFiles: string[]
  /** Whether to exclude keys that exist only in an agent. */
  onlyThese: boolean
  /** The socket of an agent that overrides the one in the environment; null if ssh asks no agent. */
  agentSocket?: string | null
  /** Where the key files are configured; absent for the default files. */
  origin(keyFile: string): { file: string; line: number } | undefined
}

export interface RemoteHost {
  host: string
  user?: string | undefined
  port?: number | undefined
  /** The options of a command that replaces `ssh`. */
  command?: Pick<CommandKey, 'onlyThese' | 'skipsConfig'> & { keyFile: string }
}

/** Queries ssh itself (`ssh -G`) without connecting. Host and user come from a remote and are untrusted. */
export async function readSshHost(
  { host, user, port, command }: RemoteHost,
  { ssh, home }: { ssh: SshOptions; home: string },
): Promise<SshHostConfig> {
  const { environment, configFile, program = 'ssh' } = ssh
  const target = [
    ...(user === undefined ? [] : ['-l', user]),
    ...(port === undefined ? [] : ['-p', String(port)]),
    ...(command ? ['-i', command.keyFile] : []),
    ...(command?.onlyThese ? ['-o', 'IdentitiesOnly=yes'] : []),
    // guard: host-argument
    '--',
    host,
  ]
  const args = [...configOption(command?.skipsConfig ? 'none' : configFile), '-v', '-G', ...target]
  const { stdout, stderr } = await runProgram(program, args, { environment, timeMs: 5_000 })
  const valuesOf = (name: string) =>
    Array.from(stdout.matchAll(new RegExp(`^${name} (.+)$`, 'gm')), ([, value]) => value!.trim())
  const [valueOf, all] = [(name: string) => valuesOf(name)[0], valuesOf('identityfile')]
  const values: TokenValues = { host, home, environment, localUser: ssh.localUser, valueOf }
  const usesKeys = !/^(no|false)$/.test(valueOf('pubkeyauthentication') ?? '')
  const files = new Map(all.map((file) => [expandTokens(file, values), file]))
  const agent = valueOf('identityagent')
  return {
    hostName: valueOf('hostname')?.toLowerCase() ?? host,
    keyFiles: usesKeys ? [...files.keys()].filter((file) => file !== undefined) : [],
    onlyThese: valueOf('identitiesonly') === 'yes',
    ...(usesKeys ? agentOf(agent, values) : { agentSocket: null }),
    origin: memoize((keyFile) => findKeyLine(stderr, files.get(keyFile) ?? keyFile, home)),
  }
}

interface TokenValues {
  host: string
  home: string
  environment: NodeJS.ProcessEnv
  localUser: string
  /** A value that ssh prints. */
  valueOf(name: string): string | undefined
}

/**
 * The path that ssh opens for a configured one, which it prints unchanged (ssh_config(5), “TOKENS”). Undefined for none,
 * and if ssh would refuse it. Relative paths depend on the folder that ssh runs in.
 */
function expandTokens(path: string, values: TokenValues): string | undefined {
  if (path.toLowerCase() === 'none') return undefined
  const { host, home, environment, localUser, valueOf } = values
  const jump = valueOf('proxyjump')?.replace(/^.*@|:\d+$/g, '')
  const tokens: Partial<Record<string, string>> = {
    '%': '%',
    d: home,
    h: valueOf('hostname') ?? host,
    i: String(process.getuid?.() ?? ''),
    j: jump ?? '',
    k: valueOf('hostkeyalias') ?? host,
    L: hostname().replace(/\..*/, ''),
    l: hostname(),
    n: host,
    p: valueOf('port') ?? '22',
    r: valueOf('user') ?? localUser,
    u: localUser,
  }
  let isValid = true
  const expanded = expandHome(path, home).replace(
    /%(.?)|\$\{([^}]*)\}/g,
    (_, token: string | undefined, variable: string | undefined) => {
      const value = variable === undefined ? tokens[token ?? ''] : environment[variable]
      isValid &&= value !== undefined
      return value ?? ''
    },
  )
  return isValid ? expanded : undefined
}

/** Whether and where ssh asks an agent, if not the one in the environment (ssh_config(5), “IdentityAgent”). */
function agentOf(
  setting: string | undefined,
  values: TokenValues,
): Pick<SshHostConfig, 'agentSocket'> {
  if (setting === undefined || setting === 'SSH_AUTH_SOCK') return {}
  const [, variable] = /^\$(\w+)$/.exec(setting) ?? []
  const socket =
    variable === undefined ? expandTokens(setting, values) : values.environment[variable]
  return { agentSocket: socket || null }
}

/** How many files of an SSH configuration to search for a key, and how many bytes; more than any real one has. */
const searchedFileLimit = 500
const searchedBytesLimit = 8 * 1024 * 1024

/** Finds the line that specifies a key, in the configuration sections that ssh reports as applied (`ssh -v`). */
function findKeyLine(
  said: string,
  keyFile: string,
  home: string,
): { file: string; line: number } | undefined {
  const parts = Array.from(
    said.matchAll(
      /^debug\d: (?:Reading configuration data (.+)|(.+) line (\d+): Applying options for .*)$/gm,
    ),
    ([, whole, part, line]) => ({ file: (whole ?? part)!.trim(), after: Number(line ?? 0) }),
  )
  const files = new Map<string, string[]>()
  const read = new Set<string>()
  let bytesLeft = searchedBytesLimit
  const readLines = (file: string) => {
    if (files.size === searchedFileLimit) return []
    const bytes = readRegularFile(file, Math.min(configFileLimit, bytesLeft))
    // guard: key-line-bytes
    bytesLeft -= bytes.length
    return bytes.toString().split(/\r?\n/)
  }
  for (const { file, after } of parts) {
    // A file can be included again and again.
    if (read.has(`${after} ${file}`)) continue
    read.add(`${after} ${file}`)
    // guard: key-line-files
    const lines = files.get(file) ?? attempt(() => readLines(file)) ?? []
    files.set(file, lines)
    for (let at = after; at < lines.length && !/^\s*(Host|Match)\b/i.test(lines[at]!); at += 1) {
      const [, quoted, plain] = /^\s*IdentityFile[\s=]+(?:"([^"]*)"|(\S+))/i.exec(lines[at]!) ?? []
      const named = quoted ?? plain
      if (named !== undefined && expandHome(named, home) === expandHome(keyFile, home))
        return { file, line: at + 1 }
    }
  }
  return undefined
}

/** A key that ssh would offer. */
export interface OfferedKey {
  /** A path, or the comment of a key that only an agent has. */
  value: string
  fingerprint?: string | undefined
}

/**
 * The keys that ssh offers, in order (`pubkey_prepare` in OpenSSH): key files that are in an agent, in its order, other
 * agent keys, other files.
 */
export async function offeredKeys(
  { keyFiles, onlyThese }: Pick<SshHostConfig, 'keyFiles' | 'onlyThese'>,
  agent: Agent,
  fingerprintOf = keyFingerprint,
): Promise<OfferedKey[]> {
  const inAgent = new Set(agent.keys.map(({ fingerprint }) => fingerprint))
  // A configuration may name a hundred files that are slow to parse.
  // guard: key-file-slices
  const configured = await mapInSlices(keyFiles, (file) => ({
    value: file,
    fingerprint: fingerprintOf(file),
  }))
  const files = configured.filter(
    ({ value, fingerprint }) =>
      existsSync(value) || (fingerprint !== undefined && inAgent.has(fingerprint)),
  )
  const loaded = agent.keys.flatMap(
    ({ fingerprint }) => files.find((file) => file.fingerprint === fingerprint) ?? [],
  )
  const named = new Set(files.map(({ fingerprint }) => fingerprint))
  const others = agent.keys
    .filter(({ fingerprint }) => !named.has(fingerprint))
    .map(({ comment, fingerprint }) => ({ value: comment || fingerprint, fingerprint }))
  return [
    ...loaded,
    ...(onlyThese ? [] : others),
    ...files.filter((file) => !loaded.includes(file)),
  ]
}

/** The fingerprint of the key in a configured file. */
export const keyFingerprint = (file: string): string | undefined =>
  isNetworkPath(file) ? undefined : readKeyFile(file)?.fingerprint

/** A key that a `core.sshCommand` setting names. */
export interface CommandKey {
  key: OfferedKey
  /** Whether keys that exist only in an agent are excluded. */
  onlyThese: boolean
  /** Whether ssh reads no configuration file (`-F none`). */
  skipsConfig: boolean
  /** Whether the command has only options for keys, so that ssh can be asked about them. */
  isPlain: boolean
}

/** Longer ones take too long to parse. */
const commandLimit = 2048

/** A word that a shell passes on unchanged, except for `~`, or a sign of anything else. */
// guard: shell-words
const shellWord =
  /(?<![^ \t])(?:"([^"$`\\]*)"|'([^']*)'|((?!~[^/])[\p{L}\p{N}_.:/=@%+,~-]+))(?![^ \t])|([^ \t])/gu

/**
 * The key in a `core.sshCommand` setting, which is never run; undefined if the setting specifies the key in another
 * way.
 */
export function parseCommandKey(
  command: string,
  {
    home,
    folder,
  }: {
    home: string
    /** Where git runs ssh; absent if it depends on where git itself is run. */
    folder?: string | undefined
  },
): CommandKey | undefined {
  // guard: command-length
  if (command.length > commandLimit) return undefined
  const words = Array.from(command.matchAll(shellWord), ([, double, single, plain, other]) =>
    other === undefined ? (double ?? single ?? plain) : undefined,
  )
  if (words.includes(undefined) || !/^ssh(\.exe)?$/i.test(basename(words[0] ?? '')))
    return undefined
  const options = sshOptions(words.slice(1).map(String))
  const key = options.find((option) => option.startsWith('-i'))
  const named = key && expandHome(key.slice(2), home)
  // guard: relative-key
  if (!named || (folder === undefined && !isAbsolute(named))) return undefined
  const value = resolve(folder ?? '/', named)
  const has = (pattern: RegExp) => options.some((option) => pattern.test(option))
  return {
    key: { value, fingerprint: keyFingerprint(value) },
    onlyThese: has(onlyThese),
    skipsConfig: has(skipsConfig),
    isPlain:
      options.every(
        (option) => option === key || plainOptions.some((plain) => plain.test(option)),
      ) && !isNetworkPath(value),
  }
}

/** A command's options, each with its value. A value may look like an option. */
function sshOptions(words: readonly string[]): string[] {
  const options: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!
    // guard: option-values
    const hasValue = /^-[ioFl]$/.test(word)
    options.push(hasValue ? `${word}${words[(at += 1)] ?? ''}` : word)
  }
  return options
}

const onlyThese = /^-oIdentitiesOnly[= ]yes$/i
const skipsConfig = /^-F(none|\/dev\/null)$/
/** Options that ssh can be asked about, what it does by default, and the user of every remote on GitLab. */
const plainOptions = [onlyThese, skipsConfig, /^(-F~\/\.ssh\/config|-lgit|-[46aCkqTvx]+)$/]
