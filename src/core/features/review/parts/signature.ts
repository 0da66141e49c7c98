import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SshKey, sshKeys } from '../../../../shared/gitlab/ssh-keys.ts'
import { type Message, message } from '../../../../shared/messages/message.ts'
import { parseSshKey } from '../../../gitlab/account-ssh-keys.ts'
import type { GitLabClient } from '../../../gitlab/gitlab-client.ts'
import { type ProgramRun, runProgram } from '../../../platform/run-program.ts'

/** What signatures are for, so that one for something else doesn’t count. */
export const signatureNamespace = 'latchkey-review'

export type Verified =
  | { state: 'unsigned' }
  | { state: 'valid'; fingerprint: string; username: string }
  | { state: 'invalid'; why: Message }

interface Signed {
  text: string
  signature: string
  /** The reviewer on GitLab; undefined if the review doesn’t know them. */
  signer: { id: number; username: string } | undefined
}

/** Verifies a signature with the keys that GitLab lists for the reviewer, by `ssh-keygen`. */
export async function verifySignature(
  { text, signature, signer }: Signed,
  {
    gitlab,
    environment,
    now,
  }: { gitlab: Pick<GitLabClient, 'all'>; environment: NodeJS.ProcessEnv; now: number },
): Promise<Verified> {
  if (!signer) return { state: 'invalid', why: message('review.signerUnknown') }
  const keys = await gitlab.all(sshKeys.listOf, { id_or_username: signer.id })
  const allowed = keys.flatMap((key) => allowedLine(key, now) ?? [])
  const { username } = signer
  if (allowed.length === 0)
    return { state: 'invalid', why: message('review.signerKeyless', { username }) }
  const run = await withFiles({ allowed: `${allowed.join('\n')}\n`, signature }, (path) =>
    runProgram(
      'ssh-keygen',
      [
        ...['-Y', 'verify', '-f', path('allowed'), '-I', principal],
        ...['-n', signatureNamespace, '-s', path('signature')],
      ],
      { environment, timeMs: 10_000, input: text },
    ),
  )
  if (run.problem === 'absent') return { state: 'invalid', why: message('review.noKeygen') }
  const fingerprint = /SHA256:[\w+/=]+/.exec(run.stdout)?.[0]
  // guard: answers-signature
  if (run.exitCode !== 0 || !fingerprint)
    return { state: 'invalid', why: message('review.signatureBad', { username }) }
  return { state: 'valid', fingerprint, username }
}

/** All keys in the file are the reviewer’s. */
const principal = 'reviewer'

function allowedLine(key: SshKey, now: number): string | undefined {
  if (key.expires_at && Date.parse(key.expires_at) <= now) return undefined
  const parsed = parseSshKey(key)
  return parsed && `${principal} namespaces="${signatureNamespace}" ${parsed.type} ${parsed.blob}`
}

/** Signs text with a key in the agent, or else in a file without a passphrase; undefined if neither works. */
export async function signText(
  text: string,
  { publicKey, file }: { publicKey: string; file: string | undefined },
  environment: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const sign = async (key: string) => {
    const args = ['-Y', 'sign', '-n', signatureNamespace, '-f', key]
    return runProgram('ssh-keygen', args, { environment, timeMs: 20_000, input: text })
  }
  const byAgent = await withFiles({ 'key.pub': `${publicKey}\n` }, (path) => sign(path('key.pub')))
  const run = byAgent.exitCode === 0 || file === undefined ? byAgent : await sign(file)
  return run.exitCode === 0 && run.stdout.includes('BEGIN SSH SIGNATURE') ? run.stdout : undefined
}

/** Runs a program with files in a private folder that is deleted afterwards. */
async function withFiles(
  files: Readonly<Record<string, string>>,
  run: (path: (name: string) => string) => Promise<ProgramRun>,
): Promise<ProgramRun> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-'))
  try {
    for (const [name, text] of Object.entries(files))
      writeFileSync(join(folder, name), text, { mode: 0o600 })
    return await run((name) => join(folder, name))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
