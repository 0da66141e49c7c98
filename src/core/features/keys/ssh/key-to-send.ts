import { message } from '../../../../shared/messages/message.ts'
import { FailureError } from '../../../infra/failure.ts'
import { assertNoSecretKey, findSecret } from '../../../keys/private-key.ts'
import {
  type SshPublicKey,
  readPublicKeys,
  sameSshKey,
  sshKeyLine,
} from '../../../keys/ssh-public-key.ts'
import { truncate } from '../../../../shared/text-length.ts'

/** Characters; the service drops the comment anyway. */
const maxCommentLength = 200

/**
 * The line that is sent: the key's type, blob and comment, and nothing else. It is checked like a file from outside: it must hold
 * no secret, also in what is cut off its comment, and be exactly this one public key.
 */
export function sshKeyToSend(file: string, key: SshPublicKey): string {
  // guard: second-check-ssh
  assertNoSecretKey(file, sshKeyLine(key))
  const comment = truncate(
    key.comment.replace(/[\0-\x1f\x7f-\x9f\u2028\u2029]+/g, ' '),
    maxCommentLength,
  )
  const line = sshKeyLine({ ...key, comment: comment.trim() })
  const { keys, problems } = readPublicKeys(line)
  if (keys.length === 1 && problems.length === 0 && sameSshKey(keys[0]!, key)) return line
  throw new FailureError({
    kind: 'invalid',
    message: message('keyFiles.problem', { file, reason: message('keys.notOnePublicKey') }),
    hint: message('keys.chooseAgain'),
  })
}

/** A title is sent too, and may have been pasted. */
export function assertNoSecretKeyInTitle(title: string): void {
  if (findSecret(title) === undefined) return
  throw new FailureError({
    kind: 'invalid',
    message: message('keys.secretTitle'),
    hint: message('keys.changeTitle'),
    fields: { title: [message('keys.secretTitleField')] },
  })
}

/** Refuses an expiry in the past: the service would refuse the key, or nobody could use it. */
export function assertFutureKeyExpiry(expiresAt: string | undefined, now: number): void {
  // A bare date means its first moment in UTC, as the service reads it.
  if (!expiresAt || Date.parse(expiresAt) > now) return
  throw new FailureError({
    kind: 'invalid',
    message: message('keys.expiryPassed'),
    hint: message('keys.chooseLaterDate'),
    fields: { expires_at: [message('keys.expiryPassedField')] },
  })
}
