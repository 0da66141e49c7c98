import { message, type MessageId } from '../../../../shared/messages/message.ts'
import type { FailureKind } from '../../../../shared/rules/failure.ts'
import { FailureError } from '../../../platform/failure.ts'
import { runProgram } from '../../../platform/run-program.ts'
import { findProgram } from './git-credential.ts'
import type { GlabToken } from './glab-tokens.ts'

export interface GlabOptions {
  environment: NodeJS.ProcessEnv
  /** Timeout in ms. */
  timeMs: number
}

/** glab needs these to find its configuration and the keychain. */
const glabVariableNames = ['GLAB_CONFIG_DIR', 'DBUS_SESSION_BUS_ADDRESS']

/** Keeps glab from prompting and from sending requests to anything but the instance. */
const noPrompts = {
  NO_PROMPT: 'true',
  GLAB_CHECK_UPDATE: 'false',
  GLAB_SEND_TELEMETRY: 'false',
}

/** Whether glab can replace a host's token by the host's name. */
export function canReplaceInGlab({ hostName }: GlabToken, environment: NodeJS.ProcessEnv): boolean {
  const isName = /^[a-z0-9][\w.-]*(:\d{1,5})?$/i.test(hostName)
  return isName && findProgram('glab', environment) !== undefined
}

/** Replaces glab's token for a host and keeps the other settings. Newer versions move it to the keychain. */
export async function replaceInGlab(
  { environment, timeMs }: GlabOptions,
  { hostName, read }: GlabToken,
  secret: string,
): Promise<void> {
  const fail = (kind: FailureKind, id: MessageId) =>
    new FailureError({
      kind,
      message: message(id, { host: hostName, program: 'glab' }),
      hint: message('tokenUses.notUpdatedHint'),
    })
  const glab = findProgram('glab', environment)
  if (!glab) throw fail('not-found', 'foundTokens.programAbsent')
  const old = await read()
  const glabVariables = glabVariableNames.map((name) => [name, environment[name]])
  // guard: glab-stdin
  const args = ['auth', 'login', '--hostname', hostName, '--stdin']
  const run = await runProgram(glab, args, {
    environment,
    timeMs,
    variables: { ...Object.fromEntries(glabVariables), ...noPrompts },
    input: `${secret}\n`,
  })
  if (run.problem === 'absent') throw fail('not-found', 'foundTokens.programAbsent')
  if (run.problem === 'timeout') throw fail('timeout', 'tokenUses.glabTimeout')
  // If the token is in the keychain, the file doesn't contain it.
  const now = await read().catch(() => undefined)
  if (run.exitCode !== 0 || now === old) throw fail('unexpected', 'tokenUses.glabFailed')
}
