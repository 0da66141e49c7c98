import type { SshConnection } from '../../../shared/operations/ssh-connection.ts'
import type { ProgramRun } from '../../platform/run-program.ts'

type Problem = NonNullable<SshConnection['problem']>
type Explanation = Pick<SshConnection, 'problem' | 'greeted' | 'hostKey' | 'offered' | 'said'>

/**
 * Messages printed by ssh (`ssh.c`, `sshconnect.c`, `sshconnect2.c` in OpenSSH) and their meaning; the first match
 * wins.
 */
const messagePatterns: [pattern: RegExp, problem: Problem][] = [
  [/REMOTE HOST IDENTIFICATION HAS CHANGED/, 'host-key-changed'],
  [/Host key verification failed/, 'host-key-unknown'],
  [/Could not resolve hostname/, 'host-not-found'],
  [/Connection refused/, 'port-closed'],
  [/(Connection|Operation) timed out|No route to host|Network is unreachable/, 'unreachable'],
  [/sign_and_send_pubkey: signing failed|agent refused operation/, 'signing-failed'],
]

/** Explains the output of `ssh -v` for the account with this username. */
export function explainConnection(run: ProgramRun, username: string): Explanation {
  const { stdout, stderr } = run
  const offered = [...stderr.matchAll(/^debug1: Offering public key: .*?(SHA256:\S+)/gm)]
  const hostKey = /^debug1: Server host key: .*?(SHA256:\S+)/m.exec(stderr)?.[1]
  const greeted = /^Welcome to GitLab, @([\w.-]+)!/m.exec(stdout)?.[1]
  const problem = findProblem(run, greeted, username, offered.length > 0)
  return {
    ...(problem && { problem }),
    ...(greeted !== undefined && { greeted }),
    ...(hostKey !== undefined && { hostKey }),
    offered: [...new Set(offered.map(([, fingerprint]) => fingerprint!))],
    ...((problem === 'failed' || problem === 'other-service') && { said: lastWords(run) }),
  }
}

function findProblem(
  { stdout, stderr, problem, exitCode }: ProgramRun,
  greeted: string | undefined,
  username: string,
  hasOffered: boolean,
): Problem | undefined {
  if (problem === 'absent') return 'no-ssh'
  if (greeted !== undefined) return greeted === username ? undefined : 'other-account'
  if (/account (has been|is) blocked/i.test(stdout + stderr)) return 'blocked'
  const pattern = messagePatterns.find(([pattern]) => pattern.test(stderr))
  if (pattern) return pattern[1]
  if (/Permission denied \(/.test(stderr)) return hasOffered ? 'key-refused' : 'no-key'
  if (problem === 'timeout') return 'timeout'
  return exitCode === 0 ||
    /^debug1: Authenticated to/m.test(stderr) ||
    /^Authenticated to/m.test(stderr)
    ? 'other-service'
    : 'failed'
}

/** The last line that isn't a log line. */
function lastWords({ stdout, stderr }: ProgramRun): string {
  const lines = `${stderr}\n${stdout}`.split(/\r?\n/).map((line) => line.trim())
  return (
    lines
      .findLast((line) => line !== '' && !/^(debug\d|Authenticated|Transferred|Bytes)/.test(line))
      ?.slice(0, 200) ?? ''
  )
}
