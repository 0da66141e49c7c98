import { existsSync } from 'node:fs'
import { type Message, message } from '../../../shared/messages/message.ts'
import { readRootFile } from '../files/root-file.ts'
import { localUserName } from '../home.ts'
import { type BinaryRun, runForBytes } from '../run-program.ts'
import { isDeeper, maxLevels } from './json-levels.ts'
import { parseRegistry } from './registry.ts'

/** A place where a company can store a policy. */
export interface PolicySource {
  /** The file or registry key. */
  path: string
  /** Its content, or undefined if it doesn't exist. Throws a `PolicyUnreadableError` or an `UntrustedFileError`. */
  read(): Promise<PolicyContent | undefined>
}

/** The content of a policy, before it is validated. */
interface PolicyContent {
  bytes: Buffer
  values: unknown
}

/** A policy that exists, or may exist, and can't be read. */
export class PolicyUnreadableError extends Error {
  readonly problem: Message

  constructor(problem: Message) {
    super()
    this.problem = problem
  }
}

/** Runs a system program; a test passes recorded output instead. */
export type RunSystemProgram = (
  program: string,
  args: readonly string[],
) => Promise<Omit<BinaryRun, 'stderr'>>

const maxPolicyBytes = 64 * 1024

/** This computer's sources, in order of precedence. Only its administrators can write to any of them. */
export function policySources(platform: NodeJS.Platform = process.platform): PolicySource[] {
  if (platform === 'win32') return [registrySource()]
  if (platform !== 'darwin') return [fileSource('/etc/latchkey/policy.json')]
  const folder = '/Library/Managed Preferences'
  const user = localUserName()
  // The computer's first, because on some versions of macOS, users can install a profile for themselves.
  const folders = user === '' ? [folder] : [folder, `${folder}/${user}`]
  return folders.map((path) => preferencesSource(`${path}/io.latchkey.Latchkey.plist`))
}

/** A JSON file. */
export function fileSource(path: string): PolicySource {
  return {
    path,
    async read() {
      const bytes = await readRootFile(path, maxPolicyBytes)
      return bytes && { bytes, values: parseJson(path, bytes) }
    },
  }
}

/** A property list that macOS writes from a configuration profile. */
export function preferencesSource(path: string, run: RunSystemProgram = runHere): PolicySource {
  return {
    path,
    async read() {
      const bytes = await readRootFile(path, maxPolicyBytes)
      if (!bytes) return undefined
      const converted = await run('/usr/bin/plutil', ['-convert', 'json', '-o', '-', path])
      if (converted.exitCode !== 0)
        throw new PolicyUnreadableError(message('policy.notConverted', { path }))
      return { bytes, values: withoutProfileKeys(parseJson(path, converted.stdout)) }
    },
  }
}

/** The keys with which macOS describes the profile itself. */
function withoutProfileKeys(values: unknown): unknown {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return values
  return Object.fromEntries(Object.entries(values).filter(([key]) => !key.startsWith('Payload')))
}

const registryKey = 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Latchkey'
const policiesKey = 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies'

/** Separates the lines of a REG_MULTI_SZ value. By default, this is `\0` as text, which paths may contain. */
const lineSeparator = '^'

/** The registry of Windows. The user's own part, HKCU, isn't read, because any program of the user can write to it. */
export function registrySource(
  run: RunSystemProgram = runHere,
  program = registryProgram(),
): PolicySource {
  const query = (key: string, ...options: string[]) =>
    run(program, ['query', key, ...options, '/reg:64'])
  return {
    path: registryKey,
    async read() {
      const { stdout, exitCode } = await query(registryKey, '/s', '/se', lineSeparator)
      if (exitCode === 0)
        return { bytes: stdout, values: parseRegistry(registryKey, stdout, lineSeparator) }
      // It exits with 1 for a missing key as for all other problems, which it explains in the system's language.
      const policies = await query(policiesKey)
      if (exitCode === 1 && policies.exitCode === 0 && !lists(policies.stdout, registryKey))
        return undefined
      throw new PolicyUnreadableError(message('policy.registryUnreadable', { path: registryKey }))
    },
  }
}

function lists(output: Buffer, key: string): boolean {
  const lines = output.toString('latin1').toLowerCase().split(/\r?\n/)
  return lines.includes(key.toLowerCase())
}

/**
 * `reg.exe` of Windows. `SystemRoot` is only used if Windows isn't in its usual folder, because it is a variable that whoever
 * starts Latchkey can set; without administrator rights, nobody can replace the usual folder.
 */
function registryProgram(): string {
  const usual = 'C:\\Windows\\System32\\reg.exe'
  return existsSync(usual) ? usual : `${process.env.SystemRoot ?? 'C:\\Windows'}\\System32\\reg.exe`
}

const runHere: RunSystemProgram = (program, args) =>
  runForBytes(program, args, {
    environment: process.env,
    timeMs: 20_000,
    maxOutput: maxPolicyBytes,
  })

function parseJson(path: string, bytes: Uint8Array): unknown {
  const values = decodeJson(path, bytes)
  // guard: policy-depth
  if (isDeeper(values))
    throw new PolicyUnreadableError(message('policy.tooDeep', { path, levels: maxLevels }))
  return values
}

function decodeJson(path: string, bytes: Uint8Array): unknown {
  try {
    // guard: policy-encoding
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new PolicyUnreadableError(message('policy.notJson', { path }))
  }
}
